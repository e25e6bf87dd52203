import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { type Tenant, tenantsEndpoint } from './tenant.ts'
import { TenantEnd, TenantHealth, TenantStatus } from './tenant-tags.tsx'

const pageSize = 100

interface TreeProps {
  readonly parentId: string
  readonly actions: (tenant: Tenant) => ReactNode
}

/** The companies as a tree: a level is read when it is opened, at any depth. */
export function TenantTree({ parentId, actions }: TreeProps) {
  const { t } = useTranslation()
  return (
    <div className="list-card tenant-tree">
      <ul role="tree" aria-label={t('tenants.asTree')}>
        <Level
          parentId={parentId}
          depth={1}
          actions={actions}
          empty={<EmptyState title={t('tenants.none')} />}
        />
      </ul>
    </div>
  )
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
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { id, name, hasChildren, kind, standing } = tenant
  return (
    <>
      <li
        role="treeitem"
        aria-level={depth}
        aria-selected={false}
        {...(hasChildren && { 'aria-expanded': open })}
        className="tenant-node"
        style={{ paddingInlineStart: (depth - 1) * 22 }}
      >
        {hasChildren ? (
          <button
            type="button"
            className="tenant-more"
            aria-label={t(open ? 'tenants.collapse' : 'tenants.expand', { name })}
            onClick={() => setOpen(!open)}
          >
            {open ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
          </button>
        ) : (
          <span className="tenant-leaf" aria-hidden="true" />
        )}
        <span className="tenant-node-name">
          <RowLink to={paths.tenant(id)}>{name}</RowLink>
        </span>
        <span className="quiet tenant-node-kind">
          {t(`tenants.kinds.${kind}`)} · {t(`tenants.standings.${standing}`)}
        </span>
        <span className="tenant-node-cell">
          <TenantStatus tenant={tenant} />
        </span>
        <span className="tenant-node-cell tenant-node-wide">
          <TenantHealth tenant={tenant} />
        </span>
        <span className="tenant-node-cell tenant-node-wide">
          <TenantEnd tenant={tenant} />
        </span>
        {actions(tenant)}
      </li>
      {open && <Level parentId={id} depth={depth + 1} actions={actions} />}
    </>
  )
}
