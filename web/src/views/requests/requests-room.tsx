// The console: every request of the App Server, in a list, and one of them with its form, its line and its reply.
import { type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { place } from "../route.tsx";
import { requestInSearch } from "./path.ts";
import { RequestList } from "./request-list.tsx";
import { RequestPage } from "./request-page.tsx";
import "./requests.css";

export default function RequestsRoom(props: { entry: HostEntry }): JSX.Element {
  return (
    <Show when={requestInSearch(place().search)} keyed fallback={<RequestList entry={props.entry} />}>
      {(method) => <RequestPage entry={props.entry} method={method} />}
    </Show>
  );
}
