import { DownOutlined } from '@ant-design/icons'
import { Link, useNavigate } from '@tanstack/react-router'
import { Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useShellSettings } from '../../lib/shell-settings.ts'
import type { MenuGroup } from '../route-rules.ts'
import { BrandLink } from './brand-link.tsx'
import { shownGroup, useIsOpen } from './menu-entry.ts'
import { menuIcons } from './menu-icons.tsx'
import { useMenu } from './menu-mode.ts'
import { ModeSwitch } from './mode-switch.tsx'

/** The menu as a bar above the page. */
export function TopMenu() {
  const { t } = useTranslation()
  const { theme, sidebarLogo } = useShellSettings()
  const { groups, choice } = useMenu()
  return (
    <nav className={`top-menu menu-${theme}`} aria-label={t('shell.menu')}>
      {sidebarLogo && <BrandLink named onInk={theme === 'dark'} />}
      <ul>
        {groups.map((group) => (
          <li key={group.entry.path}>
            <Group group={shownGroup(group)} />
          </li>
        ))}
      </ul>
      {choice !== null && <ModeSwitch {...choice} wide />}
    </nav>
  )
}

function Group({ group: { entry, children } }: { group: MenuGroup }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const active = isOpen(entry)
  const className = active ? 'menu-item menu-active' : 'menu-item'
  const icon = <span aria-hidden="true">{entry.icon === undefined ? null : menuIcons[entry.icon]}</span>
  if (children.length === 0) {
    return (
      <Link to={entry.path} className={className} {...(active && { 'aria-current': 'page' as const })}>
        {icon}
        {t(entry.title)}
      </Link>
    )
  }
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened by a key is walked by keys
      autoFocus
      menu={{
        selectedKeys: children.filter(isOpen).map(({ path }) => path),
        items: children.map((child) => ({
          key: child.path,
          icon: child.icon === undefined ? null : menuIcons[child.icon],
          label: t(child.title),
        })),
        onClick: ({ key }) => void navigate({ href: key }),
      }}
    >
      <button type="button" className={className} {...(active && { 'aria-current': 'true' as const })}>
        {icon}
        {t(entry.title)}
        <DownOutlined aria-hidden="true" className="top-menu-down" />
      </button>
    </Dropdown>
  )
}
