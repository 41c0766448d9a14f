import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/lists.css";
import "./styles/dialog.css";
import "./styles/prose.css";
import "./styles/pages.css";
import { render } from "preact";
import { App } from "./app";
import { watchFocus } from "./lib/focus";
import { watchScroll } from "./lib/scroll";

watchFocus();
watchScroll();
render(<App />, document.getElementById("app")!);
