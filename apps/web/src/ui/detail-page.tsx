import { ArrowLeftOutlined, SearchOutlined } from '@ant-design/icons'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../lib/api-errors.ts'
import { usePageName } from '../lib/page-names.ts'
import { parseSearch } from '../lib/search.ts'
import { State } from './state.tsx'
import { ErrorState, LoadingState } from './states.tsx'
import './detail-page.css'

export interface DetailTab {
  /** The `tab` parameter in the address. */
  readonly key: string
  readonly label: ReactNode
  readonly content: ReactNode
}

export interface DetailPageProps {
  readonly title: string
  /** The address of the page without its search: its tab takes the title. */
  readonly path: string
  /** Target of the back arrow: the list. */
  readonly back: string
  readonly status?: ReactNode
  /** One line below the title. */
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  /** Who it is, in one line below the title. */
  readonly identity?: readonly Fact[]
  /** The most important facts, above the tabs. */
  readonly facts?: readonly Fact[]
  readonly tabs: readonly DetailTab[]
  /** The values are the last known and no longer confirmed: they are shown in grey. */
  readonly stale?: boolean
  /** Replaces everything else while the item loads or when it fails to load. */
  readonly loading?: boolean
  readonly error?: unknown
  readonly onRetry?: () => void
}

export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** Names and values in columns. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Identity({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="identity">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A titled box inside a tab. */
export function Panel({
  title,
  actions,
  children,
}: {
  title?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="panel">
      {(title !== undefined || actions !== undefined) && (
        <header>
          <h2>{title}</h2>
          <div>{actions}</div>
        </header>
      )}
      <div className="panel-body">{children}</div>
    </section>
  )
}

/** Detail page: name, state and actions above; the rest in tabs, with the selected tab in the address. */
export function DetailPage(props: DetailPageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const search = useMemo(() => parseSearch(searchStr), [searchStr])
  const ready = props.loading !== true && (props.error ?? null) === null
  // Not the location: it changes before the page that is left goes, and that page would name the next tab.
  usePageName(props.path, ready ? props.title : undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The focused heading is replaced once the item has loaded: its successor takes the focus.
    if (ready && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [ready])
  const { tabs } = props
  const wanted = search['tab']
  const active = tabs.find(({ key }) => key === wanted) ?? tabs[0]

  if (props.error !== undefined && props.error !== null) {
    return (
      <div className="detail-card">
        <h1 ref={heading} tabIndex={-1} className="visually-hidden">
          {props.title}
        </h1>
        {props.error instanceof ApiError && String(props.error.code).endsWith('.not_found') ? (
          <State
            alert
            icon={<SearchOutlined />}
            title={errorText(props.error)}
            hint={t('common.goneHint')}
            action={<Link to={props.back}>{t('common.back')}</Link>}
          />
        ) : (
          <ErrorState error={props.error} {...(props.onRetry !== undefined && { onRetry: props.onRetry })} />
        )}
      </div>
    )
  }
  if (props.loading === true) {
    return (
      <div className="detail-card">
        <h1 ref={heading} tabIndex={-1} className="visually-hidden">
          {props.title}
        </h1>
        <LoadingState rows={8} />
      </div>
    )
  }
  return (
    <article className={props.stale === true ? 'detail-page detail-stale' : 'detail-page'}>
      <header className="detail-head">
        <div className="detail-line">
          <Link to={props.back} className="detail-back" aria-label={t('common.back')}>
            <ArrowLeftOutlined />
          </Link>
          <h1 ref={heading} tabIndex={-1}>
            {props.title}
          </h1>
          {props.status}
          <div className="detail-actions">{props.actions}</div>
        </div>
        {props.identity !== undefined && <Identity facts={props.identity} />}
        {props.subtitle !== undefined && <div className="detail-subtitle">{props.subtitle}</div>}
        {props.facts !== undefined && <Facts facts={props.facts} />}
        {tabs.length > 1 && active !== undefined && (
          <Tabs
            className="detail-tabs"
            activeKey={active.key}
            items={tabs.map(({ key, label }) => ({ key, label }))}
            // Another tab has its own filters and page: only the tab stays in the address.
            onChange={(key) => void navigate({ to: props.path, search: { tab: key } })}
          />
        )}
      </header>
      <div className="detail-body">{active?.content}</div>
    </article>
  )
}
