import { SearchOutlined } from '@ant-design/icons'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Input } from 'antd'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { type Tenant, tenantsEndpoint } from './tenant.ts'
import { FoundTree, TreeFound } from './tenant-tree-found.tsx'
import { TreeRow } from './tenant-tree-row.tsx'

const pageSize = 100

interface TreeProps {
  readonly parentId: string
  readonly actions: (tenant: Tenant) => ReactNode
}

/**
 * The companies as a tree: each level loads when opened, at any depth; a search opens the path to its
 * results.
 */
export function TenantTree({
  parentId,
  actions,
  empty,
}: TreeProps & {
  /** Instead of a tree without a tenant. */
  readonly empty?: ReactNode
}) {
  const { t } = useTranslation()
  const [search, setSearch] = useTreeSearch()
  const wanted = useDeferredValue(search.trim())
  return (
    <div className="list-card tenant-tree">
      <search className="tenant-tree-search">
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          aria-label={t('tenants.treeSearch')}
          placeholder={t('tenants.treeSearch')}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {wanted !== '' && <TreeFound rootId={parentId} search={wanted} />}
      </search>
      <ul role="tree" aria-label={t('tenants.asTree')}>
        {wanted === '' ? (
          <Level
            parentId={parentId}
            depth={1}
            actions={actions}
            empty={empty ?? <EmptyState title={t('tenants.none')} hint={t('tenants.noneBelowHint')} />}
          />
        ) : (
          <FoundTree rootId={parentId} search={wanted} actions={actions} />
        )}
      </ul>
    </div>
  )
}

/** The search is in the address, like the rest of a list's state. */
function useTreeSearch(): [string, (search: string) => void] {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const { search: _, ...others } = parseSearch(searchStr)
  const [typed, setTyped] = useState(() => String(parseSearch(searchStr)['search'] ?? ''))
  return [
    typed,
    (search) => {
      setTyped(search)
      void navigate({
        to: pathname,
        search: { ...others, ...(search.trim() !== '' && { search }) },
        replace: true,
      })
    },
  ]
}

function Level(props: TreeProps & { depth: number; empty?: ReactNode }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const { parentId } = props
  const first = useApi(tenantsEndpoint, { parentId, pageSize, page: 1 })
  if (first.data === undefined) {
    return (
      <li role="none">
        {first.error === null ? (
          <LoadingState rows={2} />
        ) : (
          <ErrorState error={first.error} onRetry={() => void first.refetch()} />
        )}
      </li>
    )
  }
  if (first.data.total === 0) return <li role="none">{props.empty ?? t('tenants.noChildren')}</li>
  return (
    <>
      {Array.from({ length: pages }, (_, index) => (
        <Page key={index + 1} {...props} page={index + 1} />
      ))}
      {first.data.total > pages * pageSize && (
        <li role="none" style={{ paddingInlineStart: props.depth * 22 }}>
          <Button type="link" onClick={() => setPages(pages + 1)}>
            {t('tenants.moreChildren')}
          </Button>
        </li>
      )}
    </>
  )
}

function Page({ parentId, page, depth, actions }: TreeProps & { depth: number; page: number }) {
  const { data } = useApi(tenantsEndpoint, { parentId, pageSize, page })
  return (data?.items ?? []).map((tenant) => (
    <Node key={tenant.id} tenant={tenant} depth={depth} actions={actions} />
  ))
}

function Node({ tenant, depth, actions }: { tenant: Tenant; depth: number; actions: TreeProps['actions'] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TreeRow
        tenant={tenant}
        depth={depth}
        actions={actions}
        open={tenant.hasChildren ? open : null}
        onToggle={() => setOpen(!open)}
      />
      {open && <Level parentId={tenant.id} depth={depth + 1} actions={actions} />}
    </>
  )
}
