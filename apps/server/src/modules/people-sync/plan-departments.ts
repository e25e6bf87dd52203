import type { SyncReason } from '@netward/contract/people-sync-values'
import { cleanName, type PlanDepartments, type Planned, type PlannedDetail } from './plan-person.ts'

/** A department of the directory: as read, or as an earlier reading found it. */
export interface ReadDepartment {
  readonly outsideId: string
  readonly parentId: string | null
  readonly name: string | null
}

/** A department that an earlier reading found. */
export interface MappedDepartment extends ReadDepartment {
  /** The department here; null: none. */
  readonly nodeId: string | null
  readonly made: boolean
}

/** A department here. */
export interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
}

export interface DepartmentsRead {
  readonly read: readonly ReadDepartment[]
  /** Those that the service says have gone. */
  readonly gone: readonly string[]
  /** A department that was not read is not in the directory. */
  readonly isFull: boolean
  readonly mapped: readonly MappedDepartment[]
  readonly nodes: readonly Node[]
  /** Where the tree of the directory stands here. */
  readonly base: string
  /** Levels that still fit below the base. */
  readonly levels: number
  /** False: departments are made here alone. */
  readonly follows: boolean
}

/** A department as it will be: where it was found, and which department here it is. */
export interface PlacedDepartment {
  readonly outsideId: string
  readonly parentId: string | null
  readonly name: string
  /** Null: made by this run. */
  readonly nodeId: string | null
  /** The department whose place it shares because it lies too deep; its own id otherwise. */
  readonly at: string | null
}

export interface DepartmentPlan {
  readonly planned: Planned[]
  readonly removed: Planned[]
  readonly placed: PlacedDepartment[]
  readonly tree: PlanDepartments
}

/**
 * Which departments a run makes, renames, moves and removes, parents first. What the directory says is not trusted: circles,
 * unknown parents, names twice below one parent and trees that are too deep all have a place.
 */
export function planDepartments(facts: DepartmentsRead): DepartmentPlan {
  const { mapped, nodes, base, follows } = facts
  const all = mergedOf(facts)
  const known = new Map(mapped.map((one) => [one.outsideId, one]))
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  const taken = new Set(
    mapped.flatMap(({ outsideId, nodeId }) => (nodeId !== null && all.has(outsideId) ? [nodeId] : [])),
  )
  const childrenHere = Map.groupBy(nodes, ({ parentId }) => parentId)
  const placed = new Map<string, PlacedDepartment>()
  const planned: Planned[] = []
  const namesBelow = new Map<string, Set<string>>()

  for (const { outsideId, parentId, name: given, level, reason } of inOrder(all)) {
    const before = known.get(outsideId)
    const name = cleanName(given) || before?.name || cleanName(outsideId)
    if (parentId === null && all.get(outsideId)!.parentId === null) {
      // The root of the directory stands for the company.
      placed.set(outsideId, { outsideId, parentId: null, name, nodeId: base, at: null })
      continue
    }
    const parent = parentId === null ? null : (placed.get(parentId) ?? null)
    const parentAt = parent?.at ?? null
    const parentNode = parentAt === null ? base : placed.get(parentAt)!.nodeId
    if (!follows || level > facts.levels) {
      placed.set(outsideId, { outsideId, parentId, name, nodeId: parentNode, at: parentAt })
      if (follows) planned.push(department('keep', { outsideId, name }, 'too_deep', {}))
      continue
    }
    const node = before?.nodeId == null ? undefined : nodeById.get(before.nodeId)
    const siblings = namesBelow.get(parentAt ?? '') ?? new Set<string>()
    namesBelow.set(parentAt ?? '', siblings)
    const unique = uniqueName(name, outsideId, siblings)
    if (node !== undefined && node.id !== base) {
      placed.set(outsideId, { outsideId, parentId, name, nodeId: node.id, at: outsideId })
      planned.push(...differences(node, { outsideId, name: unique, parentAt, parentNode, reason }))
      continue
    }
    const same =
      parentNode === null
        ? undefined
        : (childrenHere.get(parentNode) ?? []).find(
            (child) => !taken.has(child.id) && child.name.toLowerCase() === unique.toLowerCase(),
          )
    if (same !== undefined) taken.add(same.id)
    placed.set(outsideId, { outsideId, parentId, name, nodeId: same?.id ?? null, at: outsideId })
    planned.push(
      department(
        'add_department',
        { outsideId, name: unique },
        same === undefined ? (reason ?? 'new_there') : 'same_name',
        {
          parent: parentAt,
          after: parentAt === null ? '' : placed.get(parentAt)!.name,
          ...(same !== undefined && { nodeId: same.id }),
        },
      ),
    )
  }
  return {
    planned,
    removed: follows ? removals(facts, all) : [],
    placed: [...placed.values()],
    tree: treeOf(placed, base),
  }
}

function department(
  act: Planned['act'],
  { outsideId, name }: { readonly outsideId: string; readonly name: string },
  reason: SyncReason | null,
  detail: PlannedDetail,
): Planned {
  return { act, name, subject: null, outsideId, memberId: null, reason, detail }
}

/** As read over what was known; without what has gone. */
function mergedOf({ read, gone, isFull, mapped }: DepartmentsRead): Map<string, ReadDepartment> {
  const all = new Map<string, ReadDepartment>()
  if (!isFull)
    for (const { outsideId, parentId, name } of mapped) all.set(outsideId, { outsideId, parentId, name })
  for (const one of read) all.set(one.outsideId, one)
  for (const outsideId of gone) all.delete(outsideId)
  return all
}

interface Ordered extends ReadDepartment {
  /** 1 directly below the base. */
  readonly level: number
  readonly reason: SyncReason | null
}

/** Parents before children. A parent that is unknown or part of a circle is the base. */
function inOrder(all: ReadonlyMap<string, ReadDepartment>): Ordered[] {
  const ordered: Ordered[] = []
  const levels = new Map<string, number>()
  for (const start of all.values()) {
    const chain: ReadDepartment[] = []
    const seen = new Set<string>()
    let at: ReadDepartment | undefined = start
    let circle = false
    while (at !== undefined && !levels.has(at.outsideId)) {
      chain.push(at)
      seen.add(at.outsideId)
      const { parentId }: ReadDepartment = at
      circle = parentId !== null && seen.has(parentId)
      at = parentId === null || circle ? undefined : all.get(parentId)
    }
    for (const [index, one] of chain.toReversed().entries()) {
      const broken = index === 0 && circle
      const isKnown = one.parentId !== null && all.has(one.parentId) && !broken
      const level = one.parentId === null ? 0 : isKnown ? levels.get(one.parentId)! + 1 : 1
      levels.set(one.outsideId, level)
      const reason = one.parentId === null || isKnown ? null : broken ? 'circle' : 'parent_unknown'
      ordered.push({ ...one, parentId: isKnown ? one.parentId : null, level, reason })
    }
  }
  return ordered
}

function uniqueName(name: string, outsideId: string, siblings: Set<string>): string {
  let unique = name
  if (siblings.has(unique.toLowerCase())) {
    const mark = ` (${cleanName(outsideId).slice(0, 40)})`
    unique = `${name.slice(0, 100 - mark.length)}${mark}`
  }
  siblings.add(unique.toLowerCase())
  return unique
}

function differences(
  node: Node,
  {
    outsideId,
    name,
    parentAt,
    parentNode,
    reason,
  }: {
    outsideId: string
    name: string
    parentAt: string | null
    parentNode: string | null
    reason: SyncReason | null
  },
): Planned[] {
  const renamed = node.name !== name
  return [
    ...(renamed
      ? [
          department('rename_department', { outsideId, name }, 'changed_there', {
            before: node.name,
            after: name,
          }),
        ]
      : []),
    ...(node.parentId !== parentNode
      ? [department('move_department', { outsideId, name }, reason ?? 'changed_there', { parent: parentAt })]
      : []),
  ]
}

/** Departments that the synchronisation made, and that are empty by then: children first. */
function removals({ mapped, nodes }: DepartmentsRead, all: ReadonlyMap<string, ReadDepartment>): Planned[] {
  const depths = new Map<string, number>()
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const parent = parents.get(id) ?? null
    const depth = parent === null ? 0 : depthOf(parent) + 1
    depths.set(id, depth)
    return depth
  }
  return mapped
    .filter(({ outsideId, nodeId }) => nodeId !== null && parents.has(nodeId) && !all.has(outsideId))
    .toSorted((a, b) => depthOf(b.nodeId!) - depthOf(a.nodeId!))
    .map(({ outsideId, name, made }) =>
      department(
        made ? 'remove_department' : 'keep',
        { outsideId, name: name ?? outsideId },
        made ? 'gone_there' : 'not_made_by_sync',
        {},
      ),
    )
}

function treeOf(placed: ReadonlyMap<string, PlacedDepartment>, base: string): PlanDepartments {
  const above = new Map<string, ReadonlySet<string>>()
  for (const { outsideId, parentId } of placed.values())
    above.set(outsideId, new Set([outsideId, ...(parentId === null ? [] : (above.get(parentId) ?? []))]))
  return {
    base,
    above: (outsideId) => above.get(outsideId) ?? new Set([outsideId]),
    nodeOf: (outsideId) => placed.get(outsideId)?.nodeId,
    placeOf: (outsideId) => placed.get(outsideId)?.at ?? null,
    nameOf: (outsideId) => placed.get(outsideId)?.name ?? '',
  }
}
