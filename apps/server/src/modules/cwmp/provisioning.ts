import { createHash } from 'node:crypto'
import { lineSecretName } from '@netward/contract/template-values'
import {
  advanceProvision,
  awaitedOf,
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
import { linePasswordContext } from '../outlets/index.ts'
import type {
  CommandOutcome,
  DueProvision,
  ProvisionOutcome,
  QueuedCommand,
  TemplateAdding,
} from './acs-rows.ts'
import { deviceText } from './facts.ts'
import { parameterKeyOf } from './parameter-key.ts'
import type { PendingWrites } from './pending-writes.ts'
import { changePlanOf, withheldSecret } from './settings-change.ts'
import { TemplateObjects } from './template-objects.ts'

export const provisionCommandId = 'provision'
/** Seal context of `provision_secret.value`. */
export const provisionSecretContext = (name: string) => `provision_secret:${name}`

const maxKept = 100

/**
 * The templates of one gateway, or one change of its settings, carried out command by command within its
 * session.
 */
export class Provisioning {
  readonly row: QueuedCommand
  /** Null: a settings change, of which only the outcome is stored. */
  readonly #due: DueProvision | null
  readonly #revision: string
  readonly #objects: TemplateObjects | null
  readonly #recordAdding: (objects: readonly TemplateAdding[]) => Promise<unknown>
  /** An object that this run, or an interrupted one, was about to add is recorded. */
  #announced: boolean
  #announcing = true
  #run: ProvisionRun
  #learned: LearnedParameter[] = []

  private constructor(
    row: QueuedCommand,
    due: DueProvision | null,
    plan: { run: ProvisionRun; revision: string; objects?: TemplateObjects },
    recordAdding: (objects: readonly TemplateAdding[]) => Promise<unknown> = async () => {},
  ) {
    this.row = row
    this.#due = due
    this.#run = plan.run
    this.#revision = plan.revision
    this.#objects = plan.objects ?? null
    this.#recordAdding = recordAdding
    this.#announced = (due?.adding.length ?? 0) > 0
  }

  static async begin(
    deps: { secrets: Secrets; news: PendingWrites; mayCarrySecrets: boolean },
    deviceId: string,
    root: DataModelRoot,
    row: QueuedCommand,
  ): Promise<Provisioning | null> {
    if (row.kind === 'change_settings') {
      return new Provisioning(row, null, changePlanOf(row, { deviceId, ...deps }))
    }
    // Values read in this session decide which templates match, and are sent with the question.
    const [asked] = await deps.news.turn({ templates: true })
    // The gateway is unclaimed by now, or another session has the lease.
    if (asked === undefined) return null
    const due = asked.request as unknown as DueProvision
    return new Provisioning(row, due, planOf(due, { deviceId, root, row }, deps), (objects) =>
      deps.news.adding(objects),
    )
  }

  /**
   * The next command; null when it is over. Objects are recorded before they are added: the answer may be
   * lost.
   */
  async next(): Promise<Command | null> {
    const command = commandOfRun(this.#run)
    if (command?.kind === 'add_object' && this.#announcing) {
      this.#announcing = false
      const adding = this.#objects?.adding(this.#run) ?? null
      if (adding !== null) {
        await this.#recordAdding(adding)
        this.#announced = true
      }
    }
    return command === null ? null : { id: provisionCommandId, ...command }
  }

  learn(parameters: readonly LearnedParameter[]): void {
    this.#learned.push(...parameters)
  }

  answered(answer: { result: CommandResult } | { fault: CwmpFault }): void {
    this.#run = advanceProvision(this.#run, { learned: this.#learned.splice(0), ...answer })
  }

  /** The outcome, as the queue stores it. */
  outcome(): CommandOutcome {
    const { problems, commands, changed, added, removed, later, addedLater, deletedLater } = this.#run
    const result = {
      kind: this.row.kind,
      commands,
      changed: changed.slice(0, maxKept).map(shown),
      added: added.size - this.#run.undone,
      removed: removed.length,
      ...(later ? { later } : {}),
      ...(addedLater.length > 0 ? { addedLater: shownPaths(addedLater) } : {}),
      ...(deletedLater.length > 0 ? { deletedLater: shownPaths(deletedLater) } : {}),
      ...(problems.length > 0 ? { parameters: problems.slice(0, maxKept).map(report) } : {}),
    }
    const first = problems[0]
    // Status 1: committed and not applied, so it is verified later. Templates have a check of their own.
    const verify =
      this.#due === null && later ? changed.filter(({ secret }) => !secret).map(({ path }) => path) : []
    return first === undefined
      ? { result, verify }
      : { result, faultCode: deviceText(first.code, 16), faultDetail: deviceText(first.text) }
  }

  /** State of the gateway against its templates; null where none were carried out. */
  report(): ProvisionOutcome | null {
    if (this.#due === null) return null
    const { problems, changed, unknowable, checkOnly, later } = this.#run
    const added = this.#objects?.after(this.#run) ?? null
    const state =
      problems.length > 0
        ? 'failed'
        : checkOnly && changed.length > 0
          ? 'drifted'
          : later
            ? 'unverified'
            : 'applied'
    return {
      templates: this.#due.templates.map(({ id, version }) => [id, version]),
      report: {
        state,
        check: checkOnly,
        revision: this.#revision,
        changed: changed.length,
        drift: (state === 'unverified' ? awaitedOf(this.#run) : changed).slice(0, maxKept).map(shown),
        problems: problems.slice(0, maxKept).map(report),
        unknowable: unknowable.slice(0, maxKept),
        ...(added === null ? {} : { added }),
        // After a complete run no object is pending.
        ...(this.#announced && problems.length === 0 && !checkOnly ? { settled: true } : {}),
      },
    }
  }
}

function planOf(
  due: DueProvision,
  { deviceId, root, row }: { deviceId: string; root: DataModelRoot; row: QueuedCommand },
  { secrets, mayCarrySecrets }: { secrets: Secrets; mayCarrySecrets: boolean },
) {
  const { templates, variables } = due
  const { line } = due
  const kept = (name: string) => (name === lineSecretName ? line?.password : due.secrets[name]) ?? undefined
  // Marks instead of secrets: the revision changes with a secret without revealing it.
  const marked = resolveTemplates(templates, {
    root,
    variables,
    secret: (name) => kept(name)?.changedAt,
  })
  const resolved = resolveTemplates(templates, {
    root,
    variables,
    secret: (name) => {
      const secret = kept(name)
      if (secret === undefined) return undefined
      const context =
        name === lineSecretName && line !== null ? linePasswordContext(line.id) : provisionSecretContext(name)
      return secrets.open(Buffer.from(secret.sealed, 'base64'), context).toString('utf8')
    },
  })
  const { conflicts, problems, settings, wants } = resolved
  const objects = new TemplateObjects(due, resolved)
  const declaration = { ...resolved.declaration, retired: objects.retired(), adding: due.adding }
  // Without settings: unchanged, applied values stay.
  const hashed = settings.length === 0 ? marked.declaration : [marked.declaration, marked.settings]
  const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('base64url')
  const revision = parameterKeyOf(secrets, deviceId, hash.slice(0, 16))
  const run = startProvision(declaration, {
    revision,
    renew: revision !== due.revision,
    checkOnly: row.request['check'] === true,
    ...(settings.length > 0 && { wished: { root, settings, wants } }),
  })
  // A check compares and does not set again: it sends no secret.
  const sends = row.request['check'] !== true && revision !== due.revision
  const withheld = sends && !mayCarrySecrets ? withheldSecret(declaration, settings) : null
  const refused: Problem[] = [
    ...problems.map((problem) => withLine(problem, line)),
    ...(withheld === null ? [] : [withheld]),
    ...conflicts.map(({ path, wants: said }) => ({
      path,
      code: 'conflict',
      text: said.map(({ template }) => template).join(', '),
    })),
  ]
  // A run that cannot be completed is not started.
  const plan = refused.length > 0 ? { ...run, phase: 'over' as const, problems: refused } : run
  return { revision, objects, run: plan }
}

/** The line whose password is missing. */
const withLine = (problem: Problem, line: DueProvision['line']): Problem =>
  problem.code === 'secret_missing' && problem.text === lineSecretName && line !== null
    ? { ...problem, text: `${lineSecretName}: ${line.name} (${line.outletName})` }
    : problem

const shownPaths = (paths: readonly string[]) => paths.slice(0, maxKept).map((path) => deviceText(path))

const shown = ({ path, before, after, secret }: Difference) => ({
  path: deviceText(path),
  before: before === null || secret ? null : deviceText(before),
  after: secret ? null : deviceText(after),
  secret,
})

const report = ({ path, code, text }: Problem) => ({
  path: deviceText(path),
  code: deviceText(code, 16),
  text: deviceText(text),
})
