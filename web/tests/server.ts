import { vi } from "vitest";
import { ApiError, type Data, type Route } from "../src/api/call";
import type { EventPage } from "../src/api/schema";

type Answers = { [R in Route]?: (request: Asked) => Data<R> | Promise<Data<R>> };

export interface Asked {
  route: string;
  path: string;
  query: Record<string, string>;
  body: any;
  idempotencyKey: string | null;
}

/** What was asked of the API since `serve`, in order. */
export const asked: Asked[] = [];

/** Answer the pages in the API's place. A route nobody answers is a mistake of the test; an `ApiError` is a refusal. */
export function serve(answers: Answers): void {
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: URL, { method, headers, body }: RequestInit) => {
    const found = Object.keys(answers).find((route) => matches(route, `${method} ${url.pathname}`)) as Route | undefined;
    if (!found) throw new Error(`${method} ${url.pathname} is answered by nobody`);
    const request: Asked = {
      route: found,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: body ? JSON.parse(String(body)) : undefined,
      idempotencyKey: new Headers(headers).get("Idempotency-Key"),
    };
    asked.push(request);
    try {
      return Response.json({ success: true, data: await answers[found]!(request) });
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      const { status, code, message, fields, suggestion } = refusal;
      const details = Object.entries(fields).map(([field, wrong]) => ({ field, message: wrong }));
      return Response.json({ success: false, error: { code, message, details, suggestion } }, { status });
    }
  });
}

const matches = (route: string, request: string): boolean =>
  new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}$`).test(request);

/** The feed as the server holds it open: it answers when something has happened, or after `wait` seconds. */
export const feed = (page: () => EventPage) => async ({ query }: Asked): Promise<EventPage> => {
  for (let second = 0; second < Number(query.wait ?? 0) && page().last_sequence <= Number(query.after); second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  return page();
};
