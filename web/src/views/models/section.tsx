// A section of the page: what it holds, from which server and when it was read, the press that reads it again, and what the
// newest attempt failed with. What is lacking is named; with nothing read, the server's own default is what is left.
import { type Accessor, type JSX, Show } from "solid-js";
import type { Known } from "../../actions/capabilities.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { ago, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { lacks } from "../../projection/lacking.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { refusalByVersion } from "../lacking/words.ts";
import { connection, live } from "../live.ts";
import { createNow } from "../now.ts";
import { programWords } from "../user-agent.ts";

export interface SourceOf<R> {
  known: () => Known<R> | null;
  broken: () => boolean;
  refresh: () => void;
}

export function Section<R>(props: {
  session: HostSession;
  id: string;
  title: string;
  /** How many there are, in words. */
  count?: string | null | undefined;
  method: string;
  /** Begins the sentence that names it as lacking. */
  what: string;
  source: SourceOf<R>;
  /** What a server does without it. */
  without: string;
  /** Made once; what it draws follows the two. */
  children: (records: Accessor<readonly R[]>, known: Accessor<Known<R>>) => JSX.Element;
}): JSX.Element {
  const known = () => props.source.known();
  const offline = () => connection(props.session) !== "live";
  const lacking = () => lacks(live(props.session.state), props.method) !== null;
  return (
    <section aria-labelledby={props.id} data-capability={props.method}>
      <div class="offers__head">
        <h2 id={props.id}>{props.title}</h2>
        <Show when={props.count}>{(words) => <span class="offers__count num">{words()}</span>}</Show>
        <Button
          size="small"
          look="quiet"
          disabled={offline() || known()?.reading === true}
          title={offline() ? "Needs the connection" : undefined}
          aria-label={`Read again: ${props.title}`}
          onClick={() => props.source.refresh()}
        >
          {known()?.reading === true ? "Reading" : "Read again"}
        </Button>
      </div>
      <Lacking session={props.session} method={props.method} what={props.what} />
      <Show when={props.source.broken()}>
        <p class="bad">A part of the app could not be loaded. Reload the page.</p>
      </Show>
      <Show when={known()} fallback={<p class="dim">Looking at what this device holds</p>}>
        {(now) => (
          <>
            <Show when={lacking() ? null : now().failure}>
              {(failure) => (
                <Notice kind="warn" title="The newest reading failed">
                  {refusalByVersion(props.session, props.method, failure().reason)}{" "}
                  {now().records === null ? "" : "What was read before is still shown."}
                </Notice>
              )}
            </Show>
            <Show
              when={now().records}
              fallback={
                <p class="dim">
                  {now().reading
                    ? "Being read for the first time"
                    : `${offline() ? "Not read yet, and there is no connection" : "Not read"}. ${props.without}`}
                </p>
              }
            >
              {(records) => (
                <>
                  <Source known={now()} />
                  {props.children(records, now)}
                </>
              )}
            </Show>
          </>
        )}
      </Show>
    </section>
  );
}

/** From which server and when; what is not from the process that runs now says so. */
function Source(props: { known: Known<unknown> }): JSX.Element {
  const now = createNow();
  const when = () => {
    const at = props.known.at ?? 0;
    const past = ago(at, now());
    return past === "now"
      ? "just now"
      : /^\d+[mh]$/.test(past)
        ? `${past.replace("m", " min").replace("h", " h")} ago`
        : past;
  };
  return (
    <p class="offers__source" data-fresh={props.known.fresh ? "" : undefined}>
      <span title={props.known.at === null ? undefined : fullTime(props.known.at)}>
        Read {when()}
        {props.known.userAgent === null ? "" : ` from ${programWords(props.known.userAgent)}`}
      </span>
      {props.known.fresh ? "" : ", as kept on this device; the App Server that runs now has not told it yet"}
      {props.known.cut ? ". The server has more than is read here" : ""}
    </p>
  );
}
