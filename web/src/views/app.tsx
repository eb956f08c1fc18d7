// The app's pages. The list is in the first bundle; every other room loads when it is entered.
import { Route, Router } from "@solidjs/router";
import { type JSX, lazy } from "solid-js";
import type { AppServices } from "../actions/contract.ts";
import { Frame } from "./frame/frame.tsx";
import { HomePage } from "./frame/home-page.tsx";
import { ServicesProvider } from "./services.tsx";

const ThreadPage = lazy(() => import("./thread/thread-page.tsx"));
const NewThreadPage = lazy(() => import("./new-thread/new-thread-page.tsx"));
const PairPage = lazy(() => import("./pair/pair-page.tsx"));
const SettingsPage = lazy(() => import("./settings/settings-page.tsx"));

/** The whole app over its services. */
export function App(props: { services: AppServices }): JSX.Element {
  return (
    <ServicesProvider services={props.services}>
      <Router root={Frame}>
        <Route path="/" component={HomePage} />
        <Route path="/t/:thread" component={ThreadPage} />
        <Route path="/new" component={NewThreadPage} />
        <Route path="/pair" component={PairPage} />
        <Route path={["/settings", "/settings/*page"]} component={SettingsPage} />
        <Route path="*" component={HomePage} />
      </Router>
    </ServicesProvider>
  );
}
