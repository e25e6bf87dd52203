import type { QuestionKind, SyncAct, SyncReason } from '@netward/contract/people-sync-values'

/** A person of the directory as the reading found them; null: the service does not report it. */
export interface ReadPerson {
  readonly subject: string
  readonly gone: boolean
  readonly active: boolean
  readonly name: string | null
  readonly userName: string | null
  readonly departmentIds: readonly string[] | null
  readonly groupIds: readonly string[] | null
}

export interface KnownMember {
  readonly id: string
  readonly name: string
  readonly status: 'enabled' | 'disabled'
  readonly departmentId: string
  readonly departmentName: string
  /** Keys of built-in roles, ids of others. */
  readonly roles: readonly string[]
}

/** What is known here about the person. */
export interface PersonFacts {
  readonly read: ReadPerson
  /** The member that the channel's link names. */
  readonly member: KnownMember | null
  /** What the synchronisation wrote down about the person; null: it does not follow them yet. */
  readonly followed: {
    readonly leads: boolean
    readonly ignored: boolean
    /** The synchronisation disabled the member. */
    readonly disabled: boolean
    readonly addressChanged: boolean
  } | null
  /** The identifier by which the person is known here, where the service gave them another. */
  readonly was: string | null
  /** The member gets a new identifier by this run, or somebody is asked whether they have one. */
  readonly renaming: 'moved' | 'asked' | null
  /** Another channel follows the member and still finds the person. */
  readonly elsewhere: boolean
  /** A member who may be the person, while none is linked. */
  readonly candidate: { readonly kind: QuestionKind; readonly memberId: string; readonly name: string } | null
  /** Somebody answered that the candidate is another person. */
  readonly answeredNew: boolean
}

export interface RoleRule {
  readonly by: 'department' | 'group'
  readonly outsideId: string
  readonly role: string
}

export interface PlanSettings {
  readonly addsPeople: boolean
  readonly winners: Readonly<Record<'name' | 'department' | 'roles', 'directory' | 'console'>>
  readonly roleRules: readonly RoleRule[]
  /** Of people whom no rule fits. */
  readonly defaultRole: string
}

/** The tree of the directory, and where each of its departments is here. */
export interface PlanDepartments {
  /** The department and all above it, at the service. */
  readonly above: (outsideId: string) => ReadonlySet<string>
  /** The department here; null: it is made by this run; undefined: unknown. */
  readonly nodeOf: (outsideId: string) => string | null | undefined
  /** The department whose place it has: its own, unless it lies too deep; null: the base. */
  readonly placeOf: (outsideId: string) => string | null
  readonly nameOf: (outsideId: string) => string
  /** Where people without a known department belong. */
  readonly base: string
}

/** One difference. `detail` holds what carrying it out needs. */
export interface Planned {
  readonly act: SyncAct
  readonly name: string
  readonly subject: string | null
  readonly outsideId: string | null
  readonly memberId: string | null
  readonly reason: SyncReason | null
  readonly detail: PlannedDetail
  /** Of `ask`. */
  readonly question?: QuestionKind
}

export interface PlannedDetail {
  readonly before?: string
  readonly after?: string
  readonly userName?: string
  /** Of the directory; null: the base. */
  readonly department?: string | null
  readonly roles?: readonly string[]
  readonly give?: readonly string[]
  readonly take?: readonly string[]
  readonly leads?: boolean
  /** Of a department: its parent at the service, null for the base. */
  readonly parent?: string | null
  /** A department here of the same name, which is used. */
  readonly nodeId?: string
}

const mostRoles = 20

/** One line of at most 100 characters, without characters that are invisible or turn the direction of writing. */
export function cleanName(text: string | null): string {
  return (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
    .trim()
}

/** What a run changes about one person. Parts that the service does not report change nothing. */
export function planPerson(
  facts: PersonFacts,
  settings: PlanSettings,
  departments: PlanDepartments,
): Planned[] {
  const { read, member, followed } = facts
  if (followed?.ignored === true) return []
  if (read.gone || !read.active) return planLeaving(facts)
  if (facts.candidate?.kind === 'new_id' && !facts.answeredNew) return [askedOf(facts, facts.candidate)]
  if (member === null) return planUnlinked(facts, settings, departments)
  if (facts.was !== null) return [newIdentifier(facts, member, facts.was)]
  if (followed === null && facts.elsewhere) return [asked(facts, 'other_channel', member)]
  if (followed?.leads === false) return []
  if (followed?.addressChanged === true) return [asked(facts, 'address_changed', member)]
  return [
    ...(followed === null ? [of(facts, 'link', 'known_by_link', { leads: true })] : []),
    ...planStatus(facts, member),
    ...planFields(facts, member, settings, departments),
  ]
}

function of(
  { read, member }: PersonFacts,
  act: SyncAct,
  reason: SyncReason | null,
  detail: PlannedDetail,
): Planned {
  return {
    act,
    name: cleanName(read.name) || (member?.name ?? read.subject),
    subject: read.subject,
    outsideId: null,
    memberId: member?.id ?? null,
    reason,
    detail,
  }
}

function asked(
  facts: PersonFacts,
  question: QuestionKind,
  { id, name }: { readonly id: string; readonly name: string },
): Planned {
  return {
    ...of(facts, 'ask', null, { after: name }),
    memberId: id,
    question,
  }
}

const askedOf = (facts: PersonFacts, { kind, memberId, name }: NonNullable<PersonFacts['candidate']>) =>
  asked(facts, kind, { id: memberId, name })

/** The service says so, and no longer has the earlier one. What else changed, the next reading finds. */
function newIdentifier(facts: PersonFacts, member: KnownMember, was: string): Planned {
  return facts.followed?.addressChanged === true
    ? asked(facts, 'new_id', member)
    : of(facts, 'new_id', 'new_id_there', { before: was, after: facts.read.subject })
}

/** Only members whom the synchronisation follows are disabled, and never for what another channel still knows. */
function planLeaving(facts: PersonFacts): Planned[] {
  const { read, member, followed, elsewhere } = facts
  if (member === null || followed?.leads !== true || member.status === 'disabled') return []
  if (facts.renaming === 'moved') return []
  if (facts.renaming === 'asked') return [of(facts, 'keep', 'new_id_asked', {})]
  if (elsewhere) return [of(facts, 'keep', 'other_channel', {})]
  return [of(facts, 'disable', read.gone ? 'gone_there' : 'inactive_there', {})]
}

function planUnlinked(facts: PersonFacts, settings: PlanSettings, departments: PlanDepartments): Planned[] {
  const { read, candidate, answeredNew } = facts
  if (candidate !== null && !answeredNew) return [askedOf(facts, candidate)]
  if (!settings.addsPeople) return []
  const main = mainOf(read, departments)
  const { give } = rolesOf(read, [], settings, departments)
  return [
    of(facts, 'add', 'new_there', {
      after: main === null ? '' : departments.nameOf(main),
      userName: read.userName ?? '',
      department:
        settings.winners.department === 'console' || main === null ? null : departments.placeOf(main),
      roles: give,
    }),
  ]
}

/** Who was disabled here by hand stays so. */
function planStatus(facts: PersonFacts, member: KnownMember): Planned[] {
  if (member.status === 'enabled') return []
  return facts.followed?.disabled === true ? [of(facts, 'enable', 'back_there', {})] : []
}

function planFields(
  facts: PersonFacts,
  member: KnownMember,
  settings: PlanSettings,
  departments: PlanDepartments,
): Planned[] {
  const { read } = facts
  const { winners } = settings
  const planned: Planned[] = []
  const name = cleanName(read.name)
  if (winners.name === 'directory' && name !== '' && name !== member.name)
    planned.push(of(facts, 'rename', 'changed_there', { before: member.name, after: name }))
  if (winners.department === 'directory' && read.departmentIds !== null) {
    const main = mainOf(read, departments)
    const known = main !== null || read.departmentIds.length === 0
    const node = main === null ? departments.base : departments.nodeOf(main)
    if (known && node !== member.departmentId)
      planned.push(
        of(facts, 'move', 'changed_there', {
          before: member.departmentName,
          after: main === null ? '' : departments.nameOf(main),
          department: main === null ? null : departments.placeOf(main),
        }),
      )
  }
  if (winners.roles === 'directory') {
    const { give, take, byRule } = rolesOf(read, member.roles, settings, departments)
    if (give.length > 0 || take.length > 0)
      planned.push(of(facts, 'roles', byRule ? 'by_rule' : 'by_default', { give, take }))
  }
  return planned
}

/** The first department of the person that the directory has. */
function mainOf({ departmentIds }: ReadPerson, { nodeOf }: PlanDepartments): string | null {
  return departmentIds?.find((id) => nodeOf(id) !== undefined) ?? null
}

/**
 * Roles that rules name follow the directory, and so does the default role; other roles are left as they are here. A rule over
 * a part that the service does not report neither gives nor takes.
 */
function rolesOf(
  read: ReadPerson,
  held: readonly string[],
  { roleRules, defaultRole }: PlanSettings,
  { above }: PlanDepartments,
): { give: string[]; take: string[]; byRule: boolean } {
  const inDepartments = read.departmentIds && new Set(read.departmentIds.flatMap((id) => [...above(id)]))
  const inGroups = read.groupIds && new Set(read.groupIds)
  const judged = roleRules.map(({ by, outsideId, role }) => {
    const all = by === 'department' ? inDepartments : inGroups
    return { role, fits: all === null ? null : all.has(outsideId) }
  })
  const rolesWhere = (fits: boolean | null) =>
    judged.filter((rule) => rule.fits === fits).map(({ role }) => role)
  const unknown = rolesWhere(null)
  const matched = new Set(rolesWhere(true))
  const byRule = matched.size > 0
  const left = held.filter((role) => unknown.includes(role))
  if (!byRule && left.length === 0) matched.add(defaultRole)
  const follows = new Set([...roleRules.map(({ role }) => role), defaultRole])
  const take = held.filter((role) => follows.has(role) && !matched.has(role) && !unknown.includes(role))
  const room = Math.max(0, mostRoles - held.length + take.length)
  const give = [...matched].filter((role) => !held.includes(role)).slice(0, room)
  return { give, take, byRule }
}
