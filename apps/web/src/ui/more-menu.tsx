import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../lib/notify.ts'
import { menuLabel } from './menu-item.tsx'

export interface MoreItem {
  readonly key: string
  readonly label: string
  /** Why it is unavailable now; it stays reachable by keyboard and screen reader. */
  readonly why?: string | null
  readonly danger?: boolean
  readonly start: () => void
}

export interface MoreGroup {
  readonly title: string
  readonly items: readonly MoreItem[]
}

/** Less frequent actions, under headings. */
export function MoreMenu({ groups }: { groups: readonly MoreGroup[] }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const shown = groups.filter(({ items }) => items.length > 0)
  if (shown.length === 0) return null
  const take = ({ why = null, start }: MoreItem) => {
    if (why !== null) return notify.info(why)
    // The entry closes with the menu: what it opens returns the focus to the button.
    button.current?.focus()
    start()
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened by a key is walked by keys
      autoFocus
      menu={{
        className: 'more-menu',
        items: shown.map(({ title, items }) => ({
          type: 'group',
          key: title,
          label: title,
          children: items.map((item) => ({
            key: item.key,
            label: menuLabel(item.label, item.why),
            danger: item.danger === true && (item.why ?? null) === null,
            className: (item.why ?? null) === null ? '' : 'menu-off',
            onClick: () => take(item),
          })),
        })),
      }}
    >
      <Button ref={button} icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
        {t('common.more')}
      </Button>
    </Dropdown>
  )
}
