import {
  type AbsentCode,
  branchesOf,
  type Conflict,
  type Declaration,
  expandSettings,
  type GatewayTree,
  pathsOf,
  type Problem,
  type Resolved,
  settingId,
  type SettingName,
  withNeeded,
} from '@netward/cwmp'

/** The merged templates of one gateway, settings included. */
export interface WholeDeclaration {
  declaration: Declaration
  conflicts: Conflict[]
  problems: Problem[]
  /** Settings that it lacks, and may lack. */
  absent: { setting: SettingName; code: AbsentCode }[]
  /** Unread paths that show whether it has them. */
  unread: string[]
}

/** A gateway's templates against its stored values. `isCompared`: a session has looked for all of them. */
export function wholeDeclaration(
  resolved: Resolved,
  tree: GatewayTree | undefined,
  isCompared = false,
): WholeDeclaration {
  const { declaration, settings, conflicts, problems } = resolved
  if (tree === undefined || settings.length === 0) {
    // Of either data model.
    const unread = settingBranches(settings)
    return { declaration, conflicts, problems, absent: [], unread }
  }
  const expanded = expandSettings(declaration, settings, resolved.wants, tree)
  const unread = new Set(
    settings.filter(({ section }) => !isCompared && !wasRead(tree, section)).map(settingId),
  )
  const open = (id: string, code: string) => code === 'setting_absent' && unread.has(id)
  const absent = expanded.absent.filter(({ setting, code }) => !open(settingId(setting), code))
  const wrong = expanded.problems.filter(({ path, code }) => !open(path, code))
  const unreported = new Set(
    [
      ...expanded.absent.map(({ setting, code }) => ({ id: settingId(setting), code })),
      ...expanded.problems.map(({ path, code }) => ({ id: path, code })),
    ]
      .filter(({ id, code }) => open(id, code))
      .map(({ id }) => id),
  )
  const sections = settings.filter((one) => unreported.has(settingId(one))).map(({ section }) => section)
  return {
    declaration: expanded.declaration,
    conflicts: [...conflicts, ...expanded.conflicts],
    problems: [...problems, ...wrong],
    absent,
    unread: pathsOf(tree, withNeeded(sections), false),
  }
}

/** Whether a section's values were read: presence and band alone do not help. */
function wasRead(tree: GatewayTree, section: SettingName['section']): boolean {
  const paths = pathsOf(tree, [section], true)
  return [...tree.parameters].some(
    ([name, { readAt }]) =>
      readAt !== null && !name.endsWith('.') && paths.some((path) => name.startsWith(path)),
  )
}

/** What must be known of gateways for these settings, in both data models. */
export function settingBranches(settings: readonly SettingName[]): string[] {
  const sections = withNeeded(settings.map(({ section }) => section))
  return [...branchesOf('Device.', sections), ...branchesOf('InternetGatewayDevice.', sections)]
}
