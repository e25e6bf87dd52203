import { CloseOutlined, DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNames } from '../../lib/page-names.ts'
import { paths } from '../../lib/paths.ts'
import { perTab } from '../../lib/storage.ts'
import { tabKeys } from '../../lib/storage-keys.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { entryOf } from '../route-table.ts'
import { afterClosing, close, isOpenPages, type OpenPage, visit } from './open-pages.ts'

const openPages = createStore<readonly OpenPage[]>(perTab.readJson(tabKeys.openPages, isOpenPages) ?? [])

function keep(pages: readonly OpenPage[]): void {
  perTab.write(tabKeys.openPages, JSON.stringify(pages))
  openPages.set(pages)
}

/** The open pages as tabs. Each keeps its address, and with it its filters and its page. */
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
    if (pathname !== paths.notFound && entryOf(pathname)?.screen !== undefined) {
      keep(visit(openPages.get(), { path: pathname, href: pathname + searchStr }))
    }
    current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, searchStr])

  const titleOf = ({ path }: OpenPage) => {
    const entry = entryOf(path)
    return names[path] ?? (entry === undefined ? path : t(entry.title))
  }
  const closePage = (path: string) => {
    const next = path === pathname ? afterClosing(pages, path) : null
    keep(close(pages, path))
    if (next !== null) void navigate({ href: next })
  }
  const shown = pages.filter(({ path }) => entryOf(path)?.screen !== undefined)
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
              keep(key === 'others' ? pages.filter(({ path }) => path === pathname) : [])
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
