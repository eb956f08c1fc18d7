// The findings of a review: what the reviewer says of the whole, then each with how urgent it is, how sure the reviewer is,
// and the place in the file, which opens at its line.
import { type JSX, Show } from "solid-js";
import { counted } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { relativePath } from "../diff/file-card.tsx";
import { LocalPath } from "../files/local-path.tsx";
import { FirstOf } from "../first-of.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { maybeScope } from "../thread/scope.tsx";
import { type Finding, type Findings, linesWords, priorityWords } from "./findings.ts";
import "./findings.css";

/** So many are drawn at first: each holds a text of its own. */
const SHOWN = 40;

/** @param props.of what remembers how many are shown; `raw`: the text that they were read from */
export function FindingsView(props: { of: object; findings: Findings; raw: string }): JSX.Element {
  const all = () => props.findings.findings;
  return (
    <section class="findings" aria-label="Review" data-findings={all().length}>
      <header class="findings__head">
        <h3>Review</h3>
        <span class="findings__count">
          {all().length === 0 ? "no findings" : counted(all().length, "finding", "findings")}
        </span>
        <Show when={props.findings.verdict}>
          {(verdict) => (
            <span
              class="findings__verdict"
              classList={{ ok: verdict() === "patch is correct", bad: verdict() === "patch is incorrect" }}
            >
              <VisibleText text={verdict()} prose />
            </span>
          )}
        </Show>
        <Show when={sure(props.findings.confidence)}>{(words) => <span class="findings__sure">{words()}</span>}</Show>
      </header>
      <Show when={props.findings.explanation !== ""}>
        <div class="findings__text">
          <Markdown text={props.findings.explanation} complete />
        </div>
      </Show>
      <Show when={all().length > 0}>
        <ol class="findings__list">
          <FirstOf of={props.of} name="findings" each={all()} what="findings" first={SHOWN} row>
            {(finding) => <One finding={finding} />}
          </FirstOf>
        </ol>
      </Show>
      <Show when={props.findings.form === "json"}>
        <details class="fold findings__raw">
          <summary class="quiet dim">As the reviewer wrote it</summary>
          <pre class="mono">
            <VisibleText text={props.raw} plainBreaks />
          </pre>
        </details>
      </Show>
    </section>
  );
}

function One(props: { finding: Finding }): JSX.Element {
  const path = () => (props.finding.path === null ? null : relativePath(props.finding.path, maybeScope()?.cwd ?? null));
  const range = () => {
    const { start, end } = props.finding;
    return start === null || end === null || end === start ? null : `–${end}`;
  };
  return (
    <li class="finding" data-priority={props.finding.priority ?? undefined}>
      <p class="finding__title">
        <Show when={props.finding.priority !== null}>
          <abbr class="finding__priority" title={priorityWords(props.finding.priority ?? 0)}>
            P{props.finding.priority}
          </abbr>
        </Show>
        <b>
          <VisibleText text={props.finding.title} prose plainBreaks />
        </b>
      </p>
      <p class="finding__place">
        <Show when={path()} fallback={<span>No file named</span>}>
          {(shown) => (
            <span class="finding__path">
              <LocalPath path={shown()} {...(props.finding.start === null ? {} : { line: props.finding.start })} />
              <Show when={range()}>
                {(to) => (
                  <span class="mono" aria-label={linesWords(props.finding) ?? undefined}>
                    {to()}
                  </span>
                )}
              </Show>
            </span>
          )}
        </Show>
        <Show when={sure(props.finding.confidence)}>{(words) => <span>{words()}</span>}</Show>
      </p>
      <Show when={props.finding.body !== ""}>
        <div class="finding__body">
          <Markdown text={props.finding.body} complete />
        </div>
      </Show>
    </li>
  );
}

/** How sure the reviewer is; a number that is no share of one is not made into a percentage. */
function sure(confidence: number | null): string | null {
  if (confidence === null) return null;
  return confidence >= 0 && confidence <= 1
    ? `${Math.round(confidence * 100)} % sure`
    : `confidence ${confidence.toLocaleString()}`;
}
