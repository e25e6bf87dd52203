import type { EndpointOutput } from '@netward/contract'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'

export const departmentList = 'GET /api/v1/auth/department'
export type Department = EndpointOutput<typeof departmentList>[number]

/** A department for the tree and the tree select. */
export interface DepartmentNode {
  readonly key: string
  readonly value: string
  readonly title: string
  readonly department: Department
  readonly disabled: boolean
  readonly children: DepartmentNode[]
}

export function useDepartments(): readonly Department[] {
  return useApi(departmentList, {}, { keepPrevious: true }).data ?? none
}

const none: readonly Department[] = []

/** Turns the flat list, parents before children, into a tree. Descendants of `without` are not selectable. */
export function treeOf(departments: readonly Department[], without?: string): DepartmentNode[] {
  const roots: DepartmentNode[] = []
  const known = new Map<string, DepartmentNode>()
  for (const department of departments) {
    const { id, parentId, name } = department
    const parent = parentId === null ? undefined : known.get(parentId)
    const disabled = id === without || parent?.disabled === true
    const node = { key: id, value: id, title: name, department, disabled, children: [] }
    known.set(id, node)
    if (parent === undefined) roots.push(node)
    else parent.children.push(node)
  }
  return roots
}

/** Ids of a department's ancestors, from the top, without itself. */
export function idsAbove(departments: readonly Department[], id: string): string[] {
  const above: string[] = []
  const byId = new Map(departments.map((department) => [department.id, department]))
  for (let at = byId.get(id)?.parentId ?? null; at !== null; at = byId.get(at)?.parentId ?? null)
    above.unshift(at)
  return above
}

/** The list's department; kept in the address, so that a link leads to it. */
export function useChosenDepartment(departments: readonly Department[]) {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  return useMemo(() => {
    const { page: _page, department, below, ...search } = parseSearch(searchStr)
    const chosen = departments.find(({ id }) => id === department) ?? departments[0]
    const withBelow = below !== '0'
    const go = (id: string | undefined, wanted: boolean) =>
      void navigate({
        to: pathname,
        search: {
          ...search,
          ...(id !== undefined && id !== departments[0]?.id && { department: id }),
          ...(!wanted && { below: '0' }),
        },
      })
    return {
      chosen,
      below: withBelow,
      choose: (id: string) => go(id, withBelow),
      setBelow: (wanted: boolean) => go(chosen?.id, wanted),
    }
  }, [departments, navigate, pathname, searchStr])
}
