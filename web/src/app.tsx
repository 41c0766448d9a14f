import { useEffect, useState } from "preact/hooks";
import { ApiError, call } from "./api/call";
import { isEnded, renewed, session, setSession, watchSession } from "./api/session";
import { isAsked, watchStepUp } from "./api/step-up";
import { isMailLink, usePath } from "./lib/router";
import { useWatched } from "./lib/watched";
import { Enter, SignInAgain } from "./pages/enter";
import { Screen } from "./pages/screen";
import { Shell } from "./shell";
import { later } from "./ui/later";
import { Refusal, Skeleton } from "./ui/parts";
import { Toasts } from "./ui/toast";

const Closing = later(() => import("./pages/closing").then((page) => page.Closing));
const Connect = later(() => import("./pages/connect").then((page) => page.Connect));
const Device = later(() => import("./pages/device").then((page) => page.Device));
const StepUp = later(() => import("./pages/step-up").then((page) => page.StepUp));
const MailLink = later(() => import("./pages/mail-links").then((page) => page.MailLink));

const AGAIN = 5000; // milliseconds

/** Whoever is signed in sees their pages; a session that ends covers them with a dialog and takes nothing away. */
export function App() {
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<ApiError>();
  const path = usePath();

  const begin = () => {
    call("GET /api/auth/session", {}).then(setSession, (problem: ApiError) => problem).then((problem) => {
      setError(problem && problem.status !== 401 ? problem : undefined);
    }).finally(() => setAsked(true));
  };
  useWatched(watchSession);
  useWatched(watchStepUp);
  useEffect(begin, []);
  useEffect(() => {
    // In another tab somebody may have signed in again meanwhile, or somebody else, whose cookie this tab now sends.
    const look = () => {
      if (document.visibilityState === "visible" && session()) call("GET /api/auth/session", {}).then(renewed, () => undefined);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  useEffect(() => {
    if (error?.code !== "OFFLINE") return undefined;
    const timer = setInterval(begin, AGAIN);
    return () => clearInterval(timer);
  }, [error?.code]);

  if (!asked) return <div class="enter"><Skeleton /></div>;
  if (isMailLink(path)) return <MailLink path={path} key={path.join("/")} />;
  if (error) return <div class="enter"><Refusal error={error} retry={begin} /></div>;
  if (!session()) return <Enter />;
  return (
    <>
      <Place path={path} />
      {isAsked() && <StepUp />}
      {isEnded() && <SignInAgain />}
      <Toasts />
    </>
  );
}

/** What a path leads to; a page that decides about a program stands alone. */
function Place({ path }: { path: string[] }) {
  const [place, id = ""] = path;
  if (session()!.account.gone_at) return <Closing />;
  if (place === "connect" && id) return <Connect id={id} key={id} />;
  if (place === "device") return <Device code={id} key={id} />;
  return <Shell path={path}><Screen path={path} /></Shell>;
}
