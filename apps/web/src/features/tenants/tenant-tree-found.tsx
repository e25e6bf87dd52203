import type { EndpointOutput } from '@netward/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { type Tenant, treeEndpoint } from './tenant.ts'
import { TreeRow } from './tenant-tree-row.tsx'

type Found = EndpointOutput<typeof treeEndpoint>['items'][number]
interface SearchProps {
  readonly rootId: string
  readonly search: string
}

const useFound = ({ rootId, search }: SearchProps) =>
  useApi(treeEndpoint, { rootId, search }, { keepPrevious: true })

/** The number of matches, for screen readers. */
export function TreeFound(props: SearchProps) {
  const { t } = useTranslation()
  const { data } = useFound(props)
  return (
    <output className="quiet">
      {data !== undefined &&
        (data.more
          ? t('tenants.treeMore', { count: data.matched })
          : t('tenants.treeFound', { count: data.matched }))}
    </output>
  )
}

/** Search results with their ancestors. */
export function FoundTree({ actions, ...props }: SearchProps & { actions: (tenant: Tenant) => ReactNode }) {
  const { t } = useTranslation()
  const read = useFound(props)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => flattened(read.data?.items ?? [], closed), [read.data, closed])
  if (read.data === undefined) {
    return (
      <li role="none">
        {read.error === null ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )}
      </li>
    )
  }
  if (rows.length === 0) {
    return (
      <li role="none">
        <EmptyState title={t('tenants.treeNone')} />
      </li>
    )
  }
  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  return rows.map(({ tenant, depth, leads }) => (
    <TreeRow
      key={tenant.id}
      tenant={tenant}
      depth={depth}
      actions={actions}
      open={leads ? !closed.has(tenant.id) : null}
      onToggle={() => toggle(tenant.id)}
      aside={!tenant.matches}
      name={tenant.matches ? <Marked tenant={tenant} search={props.search} /> : tenant.name}
    />
  ))
}

/** From the top down, without the descendants of closed ones. */
function flattened(items: readonly Found[], closed: ReadonlySet<string>) {
  const known = new Set(items.map(({ id }) => id))
  const below = Map.groupBy(items, ({ parentId }) => (known.has(parentId) ? parentId : ''))
  const rows: { tenant: Found; depth: number; leads: boolean }[] = []
  const add = (parentId: string, depth: number) => {
    for (const tenant of below.get(parentId) ?? []) {
      const leads = below.has(tenant.id)
      rows.push({ tenant, depth, leads })
      if (leads && !closed.has(tenant.id)) add(tenant.id, depth + 1)
    }
  }
  add('', 1)
  return rows
}

/** The matching part of the name; if another field matched, that is shown after it. */
function Marked({ tenant, search }: { tenant: Found; search: string }) {
  const { name, code, abbreviation, domain } = tenant
  if (has(name, search)) return <Part text={name} search={search} />
  const other = [code, abbreviation, domain ?? ''].find((text) => has(text, search))
  return other === undefined ? (
    <mark>{name}</mark>
  ) : (
    <>
      {name} <small className="mono">{<Part text={other} search={search} />}</small>
    </>
  )
}

const has = (text: string, search: string) => text.toLowerCase().includes(search.toLowerCase())

function Part({ text, search }: { text: string; search: string }) {
  const at = text.toLowerCase().indexOf(search.toLowerCase())
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  )
}
