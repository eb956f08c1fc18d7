// The page begins here: the address is cleared of secrets, the theme applied, then the app runs over its services.
import "./app-file.ts";
import "./design/base.css";
import { render } from "solid-js/web";
import { createBrowserApp } from "./host/browser.ts";
import { App } from "./views/app.tsx";
import { hidePairingFragment } from "./views/pair/fragment.ts";
import { startTheme } from "./views/theme.ts";
import { followKeyboard } from "./views/viewport.ts";

hidePairingFragment();
startTheme();
followKeyboard();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void createBrowserApp(__APP_VERSION__).then((services) => render(() => <App services={services} />, root));
// The first screen does not wait for it.
import("./views/frame/service-worker.ts")
  .then(({ registerServiceWorker }) => registerServiceWorker())
  .catch(() => undefined);
