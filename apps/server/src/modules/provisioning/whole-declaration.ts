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

/** What templates come to on one gateway, settings and all. */
export interface WholeDeclaration {
  declaration: Declaration
  conflicts: Conflict[]
  problems: Problem[]
  /** Settings that it does not have, and may lack. */
  absent: { setting: SettingName; code: AbsentCode }[]
  /** Paths that would tell whether it has them, and that were not read. */
  unread: string[]
}

/** The templates of a gateway beside what is stored of it. `isCompared`: a session has looked for all of them. */
export function wholeDeclaration(
  resolved: Resolved,
  tree: GatewayTree | undefined,
  isCompared = false,
): WholeDeclaration {
  const { declaration, settings, conflicts, problems } = resolved
  if (tree === undefined || settings.length === 0) {
    // Of whichever data model it will be.
    const unread = settingBranches(settings)
    return { declaration, conflicts, problems, absent: [], unread }
  }
  const told = expandSettings(declaration, settings, resolved.wants, tree)
  const unread = new Set(
    settings.filter(({ section }) => !isCompared && !wasRead(tree, section)).map(settingId),
  )
  const open = (id: string, code: string) => code === 'setting_absent' && unread.has(id)
  const absent = told.absent.filter(({ setting, code }) => !open(settingId(setting), code))
  const wrong = told.problems.filter(({ path, code }) => !open(path, code))
  const untold = new Set(
    [
      ...told.absent.map(({ setting, code }) => ({ id: settingId(setting), code })),
      ...told.problems.map(({ path, code }) => ({ id: path, code })),
    ]
      .filter(({ id, code }) => open(id, code))
      .map(({ id }) => id),
  )
  const sections = settings.filter((one) => untold.has(settingId(one))).map(({ section }) => section)
  return {
    declaration: told.declaration,
    conflicts: [...conflicts, ...told.conflicts],
    problems: [...problems, ...wrong],
    absent,
    unread: pathsOf(tree, withNeeded(sections), false),
  }
}

/** Whether values of a section were read: that they are there, and by which band, is no use without. */
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
