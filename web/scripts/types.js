// TypeScript types of our OpenAPI document: an interface per schema, and `Routes` with what each route takes and gives.
// usage: node scripts/types.js openapi.json schema.ts
import { readFileSync, writeFileSync } from "node:fs";

const [source, target] = process.argv.slice(2);
const { paths, components } = JSON.parse(readFileSync(source, "utf8"));

function typeOf(schema) {
  if (schema === undefined) return "undefined";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.properties) return objectOf(schema);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === "object") return objectOf(schema);
  return { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[schema.type] ?? "unknown";
}

function objectOf(schema) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(field)}`,
  );
  if (fields.length) return `{ ${fields.join("; ")} }`;
  const values = schema.additionalProperties;
  return `Record<string, ${typeof values === "object" ? typeOf(values) : "unknown"}>`;
}

function routeOf(operation) {
  const named = (place) => (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  const parameters = (list) =>
    list.length ? `{ ${list.map((p) => `${p.name}${p.required ? "" : "?"}: ${typeOf(p.schema)}`).join("; ")} }` : "undefined";
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  const answer = success.content["application/json"].schema.$ref.split("/").at(-1);
  const body = typeOf(operation.requestBody?.content["application/json"].schema);
  return `{ path: ${parameters(named("path"))}; query: ${parameters(named("query"))}; body: ${body}; data: ${answer}["data"] }`;
}

const lines = ["// Generated from openapi.json by scripts/types.js."];
for (const [name, schema] of Object.entries(components.schemas)) lines.push(`export type ${name} = ${typeOf(schema)};`);
lines.push("export interface Routes {");
for (const [path, methods] of Object.entries(paths))
  for (const [method, operation] of Object.entries(methods))
    lines.push(`  "${method.toUpperCase()} ${path}": ${routeOf(operation)};`);
lines.push("}", "");
writeFileSync(target, lines.join("\n"));
