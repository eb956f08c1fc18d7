// The way to the thread of another agent: by the name that the host gives it, else by its id.
import type { JSX } from "solid-js";
import { live } from "../../live.ts";
import { A, threadPath } from "../../route.tsx";
import { threadTitle } from "../../thread-facts.ts";
import { useScope } from "../../thread/scope.tsx";

export function AgentLink(props: { thread: string }): JSX.Element {
  const scope = useScope();
  const name = () => {
    const summary = live(scope.session.state).threads.get(props.thread);
    return threadTitle(summary === undefined ? null : live(summary), props.thread);
  };
  return (
    <A class="web-link agent-link" href={threadPath(props.thread)} title={props.thread}>
      {name()}
    </A>
  );
}
