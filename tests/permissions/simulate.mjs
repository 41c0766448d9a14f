// Reads {policies, keyPolicies, requests} from the file that is named, and writes for each request what a policy
// simulator decides: "Allowed", "ImplicitlyDenied", "ExplicitlyDenied", or why it cannot say.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

const [file, packages] = process.argv.slice(2)
const require = createRequire(pathToFileURL(packages))
const { runSimulation } = await import(pathToFileURL(require.resolve("@cloud-copilot/iam-simulate")).href)
const { policies, keyPolicies, requests } = JSON.parse(readFileSync(file, "utf8"))
const decisions = []
for (const { role, action, resource, context } of requests) {
  const account = "000000000000"
  const outcome = await runSimulation(
    {
      identityPolicies: policies[role].map((policy, number) => ({ name: `${role}-${number}`, policy })),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      resourcePolicy: keyPolicies[resource],
      request: {
        principal: `arn:aws:sts::${account}:assumed-role/${role}/function`,
        action,
        resource: { resource, accountId: account },
        contextVariables: context,
      },
    },
    {},
  )
  decisions.push(outcome.resultType === "error" ? JSON.stringify(outcome.errors) : outcome.overallResult)
}
process.stdout.write(JSON.stringify(decisions))
