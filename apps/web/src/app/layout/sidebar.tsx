import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useShellSettings } from '../../lib/shell-settings.ts'
import type { MenuGroup } from '../route-rules.ts'
import type { RouteEntry } from '../route-entry.ts'
import { BrandLink } from './brand-link.tsx'
import { shownGroup, useIsOpen } from './menu-entry.ts'
import { menuIcons } from './menu-icons.tsx'
import { useMenu } from './menu-mode.ts'
import { ModeSwitch } from './mode-switch.tsx'

export function Sidebar({ wide }: { wide: boolean }) {
  const { t } = useTranslation()
  const { theme, sidebarLogo } = useShellSettings()
  const { groups, choice } = useMenu()
  return (
    <nav className={`sidebar menu-${theme}`} aria-label={t('shell.menu')}>
      {sidebarLogo && <BrandLink named={wide} onInk={theme === 'dark'} />}
      {choice !== null && <ModeSwitch {...choice} wide={wide} />}
      <div className="sidebar-menu">
        {groups.map((group) => (
          <Group key={group.entry.path} group={shownGroup(group)} wide={wide} />
        ))}
      </div>
    </nav>
  )
}

function Group({ group: { entry, children }, wide }: { group: MenuGroup; wide: boolean }) {
  const { t } = useTranslation()
  if (children.length === 0) {
    return (
      <ul className="sidebar-single">
        <Item entry={entry} wide={wide} />
      </ul>
    )
  }
  return (
    <div className="sidebar-group">
      {wide && (
        <p className="sidebar-heading" id={`menu-${entry.path}`}>
          {t(entry.title)}
        </p>
      )}
      <ul {...(wide ? { 'aria-labelledby': `menu-${entry.path}` } : { 'aria-label': t(entry.title) })}>
        {children.map((child) => (
          <Item key={child.path} entry={child} wide={wide} />
        ))}
      </ul>
    </div>
  )
}

function Item({ entry, wide }: { entry: RouteEntry; wide: boolean }) {
  const { t } = useTranslation()
  const active = useIsOpen()(entry)
  return (
    <li>
      <Tooltip title={wide ? undefined : t(entry.title)} placement="right">
        <Link
          to={entry.path}
          className={active ? 'menu-item menu-active' : 'menu-item'}
          {...(active && { 'aria-current': 'page' as const })}
          {...(!wide && { 'aria-label': t(entry.title) })}
        >
          <span aria-hidden="true">{entry.icon === undefined ? null : menuIcons[entry.icon]}</span>
          {wide && t(entry.title)}
        </Link>
      </Tooltip>
    </li>
  )
}
