import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { menuLabel } from '../../ui/menu-item.tsx'
import type { Tenant } from './tenant.ts'
import { useTenantMoves } from './use-tenant-moves.tsx'

/** Besides the state changes: what other parts of the console offer for a tenant. */
export interface ExtraItem {
  readonly key: string
  readonly label: string
  readonly why: string | null
  readonly start: (tenant: Tenant) => void
}

interface Opened {
  readonly tenant: Tenant
  readonly x: number
  readonly y: number
}

/**
 * One menu for all rows of a list: a row has a plain button, which is cheap when thousands of them scroll by.
 */
export function useTenantMenu(extraOf: (tenant: Tenant) => readonly ExtraItem[]): {
  button: (tenant: Tenant) => ReactNode
  menu: ReactNode
} {
  const { t } = useTranslation()
  const { itemsOf, start, drawers } = useTenantMoves()
  const [opened, setOpened] = useState<Opened | null>(null)
  const button = (tenant: Tenant) => (
    <button
      type="button"
      className="tenant-more"
      aria-haspopup="menu"
      aria-label={t('tenants.moreOf', { name: tenant.name })}
      onClick={(event) => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        setOpened({ tenant, x: left, y: bottom })
      }}
    >
      <MoreOutlined aria-hidden="true" />
    </button>
  )
  const tenant = opened?.tenant
  const extras = tenant === undefined ? [] : extraOf(tenant)
  const items = [
    ...extras.map(({ key, label, why }) => ({ key, label, why, danger: false })),
    ...(tenant === undefined ? [] : itemsOf(tenant)),
  ]
  const menu = (
    <>
      <Dropdown
        open={opened !== null}
        trigger={['click']}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it moves the focus into the menu that was just opened
        autoFocus
        destroyOnHidden
        onOpenChange={(open) => {
          if (!open) setOpened(null)
        }}
        menu={{
          items: items.map(({ key, label, why, danger }) => ({
            key,
            danger,
            disabled: why !== null,
            label: menuLabel(label, why),
          })),
          onClick: ({ key }) => {
            setOpened(null)
            if (tenant === undefined) return
            const extra = extras.find((one) => one.key === key)
            if (extra === undefined) start(key as Parameters<typeof start>[0], tenant)
            else extra.start(tenant)
          },
        }}
      >
        <span className="tenant-anchor" style={{ left: opened?.x ?? 0, top: opened?.y ?? 0 }} />
      </Dropdown>
      {drawers}
    </>
  )
  return { button, menu }
}
