// One block of Markdown as nodes, and the inline pieces inside it.
import { For, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Token, Tokens } from "marked";
import { Icon } from "../../design/icon.tsx";
import { CodeBlock } from "../code/code-block.tsx";
import { decodeEntities } from "./entities.ts";
import { FileLink } from "./file-link.tsx";
import { maybeScope } from "../thread/scope.tsx";
import { fileReference, linkedFile } from "./file-reference.ts";
import type { FootnoteReference, FootnoteToken } from "./footnotes.ts";
import { Formula } from "./formula.tsx";
import type { FormulaToken } from "./formulas.ts";
import { imageHost, leadsTo, safeHref } from "./links.ts";

/** A token is drawn once: a changed block is another token. */
export function BlockView(props: { token: Token }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  return block(props.token);
}

function Blocks(props: { tokens: readonly Token[] }): JSX.Element {
  return <For each={props.tokens}>{(token) => block(token)}</For>;
}

function block(token: Token): JSX.Element {
  // marked types a token by its `type`; the casts follow the switch.
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "paragraph":
      return (
        <p>
          <Inlines tokens={inner(token)} />
        </p>
      );
    case "heading": {
      const { depth } = token as Tokens.Heading;
      // The page has its own first headings: a message's begin below them.
      return (
        <Dynamic component={`h${Math.min(6, depth + 1)}`} class={`md-h md-h${depth}`}>
          <Inlines tokens={inner(token)} />
        </Dynamic>
      );
    }
    case "code": {
      const code = token as Tokens.Code;
      return <CodeBlock text={code.text} lang={code.lang?.trim().split(/\s/, 1)[0] ?? ""} closed />;
    }
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={inner(token)} />
        </blockquote>
      );
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "formula": {
      const { tex, display } = token as FormulaToken;
      return (
        <p>
          <Formula tex={tex} display={display} />
        </p>
      );
    }
    case "footnote": {
      const note = token as FootnoteToken;
      return (
        <p class="md-footnote" role="note" aria-label={`Footnote ${note.label}`}>
          <sup>{note.label}</sup> <Inlines tokens={note.tokens} />
        </p>
      );
    }
    case "html":
      return <p class="md-raw">{token.raw.trimEnd()}</p>;
    case "text":
      // A tight list item's text.
      return <Inlines tokens={inner(token).length > 0 ? inner(token) : [token]} />;
    default:
      return <p class="md-raw">{token.raw}</p>;
  }
}

function List(props: { list: Tokens.List }): JSX.Element {
  const items = () => (
    <For each={props.list.items}>
      {(item) => (
        <li class={item.task ? "md-task" : undefined}>
          {item.task ? (
            <input
              type="checkbox"
              checked={item.checked === true}
              disabled
              aria-label={item.checked === true ? "Done" : "Not done"}
            />
          ) : null}
          <Blocks tokens={item.tokens.filter((token) => token.type !== "checkbox")} />
        </li>
      )}
    </For>
  );
  return (
    <Show when={props.list.ordered} fallback={<ul>{items()}</ul>}>
      <ol start={typeof props.list.start === "number" ? props.list.start : 1}>{items()}</ol>
    </Show>
  );
}

function Table(props: { table: Tokens.Table }): JSX.Element {
  return (
    <div class="md-table" tabindex="0" role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            <For each={props.table.header}>
              {(cell) => (
                <th data-align={cell.align ?? undefined}>
                  <Inlines tokens={cell.tokens} />
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.table.rows}>
            {(row) => (
              <tr>
                <For each={row}>
                  {(cell) => (
                    <td data-align={cell.align ?? undefined}>
                      <Inlines tokens={cell.tokens} />
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

function Inlines(props: { tokens: readonly Token[] }): JSX.Element {
  return <For each={props.tokens}>{(token) => inline(token)}</For>;
}

function inline(token: Token): JSX.Element {
  switch (token.type) {
    case "strong":
      return (
        <strong>
          <Inlines tokens={inner(token)} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inlines tokens={inner(token)} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inlines tokens={inner(token)} />
        </del>
      );
    case "codespan":
      return <CodeSpan text={(token as Tokens.Codespan).text} />;
    case "formula": {
      const { tex, display } = token as FormulaToken;
      return <Formula tex={tex} display={display} />;
    }
    case "footnoteReference":
      return <sup class="md-footnote-reference">{(token as FootnoteReference).label}</sup>;
    case "br":
      return <br />;
    case "link":
      return <Link link={token as Tokens.Link} />;
    case "image": {
      const image = token as Tokens.Image;
      return (
        <span class="md-image" title={image.href}>
          <Icon name="image" size={14} />
          Image from {imageHost(image.href)}, not loaded{image.text === "" ? "" : `: ${image.text}`}
        </span>
      );
    }
    case "html":
      return token.raw;
    case "escape":
      return (token as Tokens.Escape).text;
    case "text":
      return inner(token).length > 0 ? <Inlines tokens={inner(token)} /> : decodeEntities((token as Tokens.Text).text);
    default:
      return token.raw;
  }
}

/** Code, and a button if it names a file of the host. */
function CodeSpan(props: { text: string }): JSX.Element {
  const scope = maybeScope();
  const code = () => <code>{props.text}</code>;
  return (
    <Show when={fileReference(props.text, scope?.cwd ?? null)} fallback={code()}>
      {(file) => <FileLink file={file()}>{code()}</FileLink>}
    </Show>
  );
}

/** A link if its address is of an allowed kind, a button if it names a file of the host, else its text. */
function Link(props: { link: Tokens.Link }): JSX.Element {
  const words = () => <Inlines tokens={props.link.tokens} />;
  const scope = maybeScope();
  const host = (href: string) => leadsTo(textOf(props.link.tokens), href);
  return (
    <Show
      when={safeHref(props.link.href)}
      fallback={
        <Show when={linkedFile(props.link.href, scope?.cwd ?? null)} fallback={words()}>
          {(file) => <FileLink file={file()}>{words()}</FileLink>}
        </Show>
      }
    >
      {(href) => (
        <>
          <a href={href()} title={href()} target="_blank" rel="noopener noreferrer">
            {words()}
          </a>
          <Show when={host(href())}>{(to) => <bdi class="md-host"> ({to()})</bdi>}</Show>
        </>
      )}
    </Show>
  );
}

/** The words of a link, as a person reads them. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const below = inner(token);
      if (below.length > 0) return textOf(below);
      return "text" in token && typeof token.text === "string" ? decodeEntities(token.text) : token.raw;
    })
    .join("");
}

function inner(token: Token): readonly Token[] {
  return "tokens" in token && token.tokens !== undefined ? token.tokens : [];
}
