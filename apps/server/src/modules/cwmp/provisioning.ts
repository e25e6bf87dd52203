import { createHash } from 'node:crypto'
import {
  advanceProvision,
  type Command,
  type CommandResult,
  commandOfRun,
  type CwmpFault,
  type DataModelRoot,
  type Difference,
  type LearnedParameter,
  type Problem,
  type ProvisionRun,
  resolveTemplates,
  startProvision,
} from '@netward/cwmp'
import type { Secrets } from '../../platform/secrets.ts'
import type { CommandOutcome, DueProvision, QueuedCommand } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { deviceText } from './facts.ts'

export const provisionCommandId = 'provision'
/** What `provision_secret.value` is sealed for. */
export const provisionSecretContext = (name: string) => `provision_secret:${name}`

const mostKept = 100

/** The templates of one gateway, carried out command by command within its session. */
export class Provisioning {
  readonly row: QueuedCommand
  readonly #deviceId: string
  readonly #due: DueProvision
  readonly #revision: string
  #run: ProvisionRun
  #learned: LearnedParameter[] = []

  private constructor(
    row: QueuedCommand,
    deviceId: string,
    due: DueProvision,
    plan: { run: ProvisionRun; revision: string },
  ) {
    this.row = row
    this.#deviceId = deviceId
    this.#due = due
    this.#run = plan.run
    this.#revision = plan.revision
  }

  static async begin(
    deps: { repo: AcsRepo; secrets: Secrets },
    deviceId: string,
    root: DataModelRoot,
    row: QueuedCommand,
  ): Promise<Provisioning | null> {
    const due = await deps.repo.provision(deviceId)
    if (due === null) return null
    return new Provisioning(row, deviceId, due, planOf(due, root, row, deps.secrets))
  }

  /** The next command; null when it is over. */
  next(): Command | null {
    const command = commandOfRun(this.#run)
    return command === null ? null : { id: provisionCommandId, ...command }
  }

  learn(parameters: readonly LearnedParameter[]): void {
    this.#learned.push(...parameters)
  }

  answered(answer: { result: CommandResult } | { fault: CwmpFault }): void {
    this.#run = advanceProvision(this.#run, { learned: this.#learned.splice(0), ...answer })
  }

  /** What came of it, as the queue keeps it. */
  outcome(): CommandOutcome {
    const { problems, commands, changed, added, removed } = this.#run
    const result = {
      kind: 'provision',
      commands,
      changed: changed.slice(0, mostKept).map(shown),
      added: added.size - this.#run.undone,
      removed: removed.length,
      ...(problems.length > 0 ? { parameters: problems.slice(0, mostKept).map(told) } : {}),
    }
    const first = problems[0]
    return first === undefined
      ? { result }
      : { result, faultCode: deviceText(first.code, 16), faultDetail: deviceText(first.text) }
  }

  /** Keeps what the gateway is like now beside its templates. */
  async keep(repo: AcsRepo): Promise<void> {
    const { problems, changed, unknowable, checkOnly, later } = this.#run
    const state =
      problems.length > 0
        ? 'failed'
        : checkOnly && changed.length > 0
          ? 'drifted'
          : later
            ? 'unverified'
            : 'applied'
    await repo.provisionEnded(
      this.#deviceId,
      this.#due.templates.map(({ id, version }) => [id, version]),
      {
        state,
        check: checkOnly,
        revision: this.#revision,
        changed: changed.length,
        drift: changed.slice(0, mostKept).map(shown),
        problems: problems.slice(0, mostKept).map(told),
        unknowable: unknowable.slice(0, mostKept),
      },
    )
  }
}

function planOf(due: DueProvision, root: DataModelRoot, row: QueuedCommand, secrets: Secrets) {
  const { templates, variables } = due
  // Marks instead of secrets: the revision changes with a secret, and tells nothing of it.
  const marked = resolveTemplates(templates, {
    root,
    variables,
    secret: (name) => due.secrets[name]?.changedAt,
  })
  const { declaration, conflicts, problems } = resolveTemplates(templates, {
    root,
    variables,
    secret: (name) => {
      const kept = due.secrets[name]
      if (kept === undefined) return undefined
      return secrets.open(Buffer.from(kept.sealed, 'base64'), provisionSecretContext(name)).toString('utf8')
    },
  })
  const hash = createHash('sha256').update(JSON.stringify(marked.declaration)).digest('base64url')
  const revision = `nw-${hash.slice(0, 20)}`
  const run = startProvision(declaration, {
    revision,
    renew: revision !== due.revision,
    checkOnly: row.request['check'] === true,
  })
  const refused: Problem[] = [
    ...problems,
    ...conflicts.map(({ path, wants }) => ({
      path,
      code: 'conflict',
      text: wants.map(({ template }) => template).join(', '),
    })),
  ]
  // What cannot be had whole is not begun.
  return { revision, run: refused.length > 0 ? { ...run, phase: 'over' as const, problems: refused } : run }
}

const shown = ({ path, before, after, secret }: Difference) => ({
  path: deviceText(path),
  before: before === null || secret ? null : deviceText(before),
  after: secret ? null : deviceText(after),
  secret,
})

const told = ({ path, code, text }: Problem) => ({
  path: deviceText(path),
  code: deviceText(code, 16),
  text: deviceText(text),
})
