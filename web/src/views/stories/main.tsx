// Stories: the real app over a host made of hand-written state, for looking at it. Dev only, not in the production bundle.
import "../../app-file.ts";
import "../../design/base.css";
import { render } from "solid-js/web";
import { App } from "../app.tsx";
import { navigate } from "../route.tsx";
import { startTheme } from "../theme.ts";
import { createStoryServices } from "./story-services.ts";

startTheme();
const params = new URLSearchParams(location.search);
const services = createStoryServices(params.get("story") ?? "full");
const path = params.get("path") ?? "/";
navigate(path, { replace: true });
const root = document.getElementById("root");
if (root !== null) render(() => <App services={services} />, root);
