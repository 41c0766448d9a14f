import type { Named } from "./common";

/** The pages before somebody is signed in. */
export const enter = {
  brand: "Atrium", signIn: "Sign in", signUp: "Create your account",
  lead: "A team of AI agents for your projects.",
  name: "Name", email: "Email", password: "Password",
  passwordHint: "At least 15 characters. A short sentence works well.",
  create: "Create account", passkey: "Sign in with a passkey",
  hasAccount: "Already have an account? ",
  isNew: "New here? ", createOne: "Create an account", forgot: "Forgot your password?", codeTitle: "Enter your code",
  codeLead: "Your password is right. Now enter the code from your app.",
  back: "Back to sign-in",
  codesLeft: (codes: string) => `${codes} left`,
  ended: "Your session has ended",
  endedLead: ((it) => ["Sign in again as ", it, ". Nothing that you typed is lost."]) as Named,
  leave: "Leave", toAtrium: "Go to Atrium",
};

export const codeField = {
  label: "Code",
  hint: "Six digits from your authenticator app, or a recovery code.",
};

/** Above every page until the address is confirmed. */
export const unverified = {
  title: "Confirm your email address",
  text: "Confirm your email",
  why: " to get notifications.",
  where: ((it) => ["Open the link we sent to ", it, "."]) as Named,
  again: "Resend link",
  hide: "Hide this for now",
  sent: (address: string) => `We sent an email to ${address}`,
};
