import { CloseOutlined, DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNames } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { entryOf, permittedRoutes } from '../route-rules.ts'
import type { RouteEntry } from '../route-entry.ts'
import { afterClosing, close, type OpenPage, visit } from './open-pages.ts'
import { keepOpen, openPages } from './open-pages-store.ts'

const noPermissions: ReadonlySet<string> = new Set()

/** The root, passed on the way to the first page, is not a page of the console. */
const isPage = (entry: RouteEntry | undefined) =>
  entry?.screen !== undefined && entry.layout === 'console' && entry.path !== paths.notFound

/** The open pages as tabs. Each keeps its address, and with it its filters and page. */
export function TagsView() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const queries = useQueryClient()
  const { pathname, searchStr } = useLocation()
  const pages = useStore(openPages)
  const names = useStore(pageNames)
  const current = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (isPage(entryOf(pathname))) {
      keepOpen(visit(openPages.get(), { path: pathname, href: pathname + searchStr }))
    }
  }, [pathname, searchStr])
  // Its tab is rendered after the visit, and becomes wider with its name.
  const currentName = names[pathname]
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what renders the tab or changes its width
  }, [pathname, pages, currentName])

  const titleOf = ({ path }: OpenPage) => {
    const entry = entryOf(path)
    return names[path] ?? (entry === undefined ? path : t(entry.title))
  }
  const closePage = (path: string) => {
    const next = path === pathname ? afterClosing(pages, path) : null
    keepOpen(close(pages, path))
    if (next !== null) void navigate({ href: next })
  }
  // Pages that are no longer permitted have no tab.
  const permitted = permittedRoutes(useSession()?.permissions ?? noPermissions)
  const shown = pages.filter(({ path }) => isPage(entryOf(path, permitted)))
  return (
    <nav className="tags-view" aria-label={t('shell.openPages')}>
      <ul>
        {shown.map((page) => {
          const title = titleOf(page)
          const active = page.path === pathname
          return (
            <li key={page.path} className={active ? 'tag tag-active' : 'tag'} ref={active ? current : null}>
              <Link to={page.href} title={title} {...(active && { 'aria-current': 'page' as const })}>
                {title}
              </Link>
              {shown.length > 1 && (
                <button
                  type="button"
                  aria-label={t('shell.closePage', { title })}
                  onClick={() => closePage(page.path)}
                >
                  <CloseOutlined />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'refresh', icon: <ReloadOutlined />, label: t('shell.refreshPage') },
            { key: 'others', label: t('shell.closeOthers'), disabled: shown.length < 2 },
            { key: 'all', label: t('shell.closeAll') },
          ],
          onClick({ key }) {
            if (key === 'refresh') {
              void queries.resetQueries()
              void router.invalidate()
            } else {
              keepOpen(key === 'others' ? pages.filter(({ path }) => path === pathname) : [])
              if (key === 'all') void navigate({ href: '/' })
            }
          },
        }}
      >
        <Button type="text" size="small" aria-label={t('shell.pageMenu')} icon={<DownOutlined />} />
      </Dropdown>
    </nav>
  )
}
