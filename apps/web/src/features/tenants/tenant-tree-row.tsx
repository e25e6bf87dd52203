import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { RowLink } from '../../ui/row-link.tsx'
import type { Tenant } from './tenant.ts'
import { TenantEnd, TenantHealth, TenantStatus } from './tenant-tags.tsx'

interface RowProps {
  readonly tenant: Tenant
  readonly depth: number
  readonly actions: (tenant: Tenant) => ReactNode
  /** Null: nothing to open. */
  readonly open: boolean | null
  readonly onToggle: () => void
  /** Replaces the plain name. */
  readonly name?: ReactNode
  /** An ancestor of a match, not a match itself. */
  readonly aside?: boolean
}

/** One company of the tree. */
export function TreeRow({ tenant, depth, actions, open, onToggle, ...props }: RowProps) {
  const { t } = useTranslation()
  const { id, name, kind, standing } = tenant
  return (
    <li
      role="treeitem"
      aria-level={depth}
      aria-selected={false}
      {...(open !== null && { 'aria-expanded': open })}
      className={props.aside === true ? 'tenant-node tenant-node-off' : 'tenant-node'}
      style={{ paddingInlineStart: (depth - 1) * 22 }}
    >
      {open === null ? (
        <span className="tenant-leaf" aria-hidden="true" />
      ) : (
        <button
          type="button"
          className="tenant-more"
          aria-label={t(open ? 'tenants.collapse' : 'tenants.expand', { name })}
          onClick={onToggle}
        >
          {open ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
        </button>
      )}
      <span className="tenant-node-name">
        <RowLink to={paths.tenant(id)}>{props.name ?? name}</RowLink>
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
  )
}
