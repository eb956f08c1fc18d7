// The form of an MCP server in the person's configuration. Values of variables and headers are secrets: they are typed as
// dots, go to the App Server once, and are never read back.
import { createSignal, createUniqueId, type JSX, Index, Show } from "solid-js";
import type { McpConfigured, McpEdit } from "../../actions/mcp.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { TextField } from "../../design/text-field.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { connection } from "../live.ts";
import type { Attempt } from "../thread-menu/attempt.ts";
import { draftOf, draftProblem, editsOf, lacksWords, type SecretRow, type ServerDraft } from "./server-edits.ts";

export default function ServerForm(props: {
  session: HostSession;
  /** The server that is changed; null: a new one. */
  server: McpConfigured | null;
  /** Names that are in use. */
  taken: readonly string[];
  attempt: Pick<Attempt, "busy" | "problem">;
  /** Resolves with true when it is saved. */
  onSave: (name: string, edits: McpEdit[]) => Promise<boolean>;
  onClose: () => void;
}): JSX.Element {
  // A form is of one server for its life.
  // oxlint-disable-next-line solid/reactivity
  const { server, taken } = props;
  const id = createUniqueId();
  const [draft, setDraft] = createSignal<ServerDraft>(draftOf(server));
  const [tried, setTried] = createSignal(false);
  const change = (part: Partial<ServerDraft>) => setDraft({ ...draft(), ...part });
  const edits = () => editsOf(draft(), server);
  const problem = () => draftProblem(draft(), server === null ? taken : []);
  const save = async () => {
    setTried(true);
    if (problem() !== null) return;
    if (edits().length === 0) return props.onClose();
    if (!(await props.onSave(draft().name, edits()))) return;
    // Nothing of it stays in the page.
    setDraft(draftOf(null));
    props.onClose();
  };
  return (
    <Dialog
      open
      title={server === null ? "Add an MCP server" : `Change ${visibleText(server.name)}`}
      onClose={() => props.onClose()}
    >
      <form
        class="ext__ask"
        data-testid="server-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Show when={server === null}>
          <TextField
            label="Name"
            mono
            value={draft().name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
          <fieldset class="ext__kinds">
            <legend class="field__label">What it is</legend>
            <label>
              <input
                type="radio"
                name={`${id}-kind`}
                checked={draft().kind === "program"}
                onChange={() => change({ kind: "program" })}
              />
              A program that the App Server starts
            </label>
            <label>
              <input
                type="radio"
                name={`${id}-kind`}
                checked={draft().kind === "address"}
                onChange={() => change({ kind: "address" })}
              />
              A server at an address
            </label>
          </fieldset>
        </Show>
        <Show
          when={draft().kind === "program"}
          fallback={
            <>
              <TextField
                label="Address"
                mono
                inputmode="url"
                value={draft().url}
                onInput={(event) => change({ url: event.currentTarget.value })}
              />
              <TextField
                label="Variable that holds its token"
                mono
                hint="The name of an environment variable of the App Server. Leave it empty for a sign-in in the browser."
                value={draft().bearerVariable}
                onInput={(event) => change({ bearerVariable: event.currentTarget.value })}
              />
              <Rows title="Headers" one="header" rows={draft().headers} onChange={(headers) => change({ headers })} />
            </>
          }
        >
          <TextField
            label="Program"
            mono
            value={draft().command}
            onInput={(event) => change({ command: event.currentTarget.value })}
          />
          <label class="field" for={`${id}-args`}>
            <span class="field__label">Arguments, one per line</span>
            <textarea
              id={`${id}-args`}
              class="field__input mono"
              rows="3"
              spellcheck={false}
              autocapitalize="off"
              value={draft().args}
              onInput={(event) => change({ args: event.currentTarget.value })}
            />
          </label>
          <TextField
            label="Folder to start it in"
            mono
            hint="Leave it empty for the thread’s own."
            value={draft().cwd}
            onInput={(event) => change({ cwd: event.currentTarget.value })}
          />
          <Rows title="Environment variables" one="variable" rows={draft().env} onChange={(env) => change({ env })} />
        </Show>
        <Show when={server !== null && server.others.length > 0 ? server : null}>
          {(known) => (
            <p class="dim">
              It also has {known().others.map(visibleText).join(", ")}: this form leaves those as they are. They can be
              changed on the configuration page.
            </p>
          )}
        </Show>
        <p class="dim">
          Values are written to the configuration on the machine, where the App Server reads them; this device keeps
          none of them.
        </p>
        <Show when={(tried() ? problem() : null) ?? props.attempt.problem()}>
          {(text) => (
            <p class="bad" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <div class="ext__ask-acts">
          <Button onClick={() => props.onClose()}>Cancel</Button>
          <Button
            type="submit"
            look="act"
            disabled={props.attempt.busy() || lacksWords(draft()) || connection(props.session) !== "live"}
          >
            {props.attempt.busy() ? "Saving" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Names with their secret values. */
function Rows(props: {
  title: string;
  one: string;
  rows: readonly SecretRow[];
  onChange: (rows: SecretRow[]) => void;
}): JSX.Element {
  const put = (at: number, part: Partial<SecretRow>) =>
    props.onChange(props.rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div class="ext__rows" role="group" aria-label={props.title}>
      <span class="field__label">{props.title}</span>
      <Index each={props.rows}>
        {(row, at) => (
          <div class="ext__row">
            <TextField
              label={`Name of ${props.one} ${at + 1}`}
              mono
              value={row().name}
              readOnly={row().kept}
              onInput={(event) => put(at, { name: event.currentTarget.value })}
            />
            <TextField
              label={`Value of ${row().name === "" ? `${props.one} ${at + 1}` : row().name}`}
              mono
              masked
              placeholder={row().kept ? "as it is" : "secret"}
              value={row().value}
              onInput={(event) => put(at, { value: event.currentTarget.value })}
            />
            <IconButton
              icon="trash"
              label={`Take away ${row().name === "" ? `${props.one} ${at + 1}` : row().name}`}
              iconSize={16}
              onClick={() => props.onChange(props.rows.filter((_, index) => index !== at))}
            />
          </div>
        )}
      </Index>
      <span>
        <Button
          size="small"
          look="quiet"
          onClick={() => props.onChange([...props.rows, { name: "", value: "", kept: false }])}
        >
          Add a {props.one}
        </Button>
      </span>
    </div>
  );
}
