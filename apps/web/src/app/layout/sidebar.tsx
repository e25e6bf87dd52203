import { Link, useLocation } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { entryOf, type MenuGroup, menuOf, type RouteEntry, routeTable, trailOf } from '../route-table.ts'
import { menuIcons } from './menu-icons.tsx'

const noPermissions: ReadonlySet<string> = new Set()

export function Sidebar({ wide }: { wide: boolean }) {
  const { t } = useTranslation()
  const permissions = useSession()?.permissions ?? noPermissions
  const work = menuOf(permissions, 'default')
  const shownInWork = new Set(work.map(({ entry }) => entry.path))
  // Routes without a mode belong to both menus; here, where both are shown, they stand in the first.
  const administration = menuOf(permissions, 'admin').filter(({ entry }) => !shownInWork.has(entry.path))
  return (
    <nav className="sidebar" aria-label={t('shell.menu')}>
      <Link to="/" className="sidebar-brand" aria-label={t('common.productName')}>
        <BrandMark size={28} onInk />
        {wide && <span>{t('common.productName')}</span>}
      </Link>
      <div className="sidebar-menu">
        <Groups groups={work} wide={wide} />
        {administration.length > 0 && (
          <>
            {wide && <p className="sidebar-mode">{t('shell.modeAdmin')}</p>}
            <Groups groups={administration} wide={wide} />
          </>
        )}
      </div>
    </nav>
  )
}

function Groups({ groups, wide }: { groups: readonly MenuGroup[]; wide: boolean }) {
  const { t } = useTranslation()
  return groups.map(({ entry, children }) =>
    children.length === 0 ? (
      <ul key={entry.path}>
        <Item entry={entry} wide={wide} />
      </ul>
    ) : (
      <div key={entry.path} className="sidebar-group">
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
    ),
  )
}

function Item({ entry, wide }: { entry: RouteEntry; wide: boolean }) {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const open = entryOf(pathname)
  // A hidden page, such as a detail, marks the entry that it stands below.
  const active = open !== undefined && trailOf(open, routeTable).some(({ path }) => path === entry.path)
  return (
    <li>
      <Tooltip title={wide ? undefined : t(entry.title)} placement="right">
        <Link
          to={entry.path}
          className={active ? 'sidebar-item sidebar-active' : 'sidebar-item'}
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
