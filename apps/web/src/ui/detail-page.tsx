import { ArrowLeftOutlined, SearchOutlined } from '@ant-design/icons'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../lib/api-errors.ts'
import { usePageName } from '../lib/page-names.ts'
import { parseSearch } from '../lib/search.ts'
import { State } from './state.tsx'
import { ErrorState, LoadingState } from './states.tsx'
import './detail-page.css'

export interface DetailTab {
  /** Stands in the address as `tab`. */
  readonly key: string
  readonly label: ReactNode
  readonly content: ReactNode
}

export interface DetailPageProps {
  readonly title: string
  /** Where the arrow leads: the list. */
  readonly back: string
  readonly status?: ReactNode
  /** One line below the title. */
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  /** What matters most, shown above the tabs. */
  readonly facts?: readonly Fact[]
  readonly tabs: readonly DetailTab[]
  /** Instead of everything else while the thing is being read, or cannot be. */
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

/** One thing: its name, state and actions above, the rest in tabs whose choice is in the address. */
export function DetailPage(props: DetailPageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const search = useMemo(() => parseSearch(searchStr), [searchStr])
  const ready = props.loading !== true && (props.error ?? null) === null
  // The address changes before the page goes: the name belongs to where the page was opened.
  const [openedAt] = useState(pathname)
  usePageName(openedAt, ready && pathname === openedAt ? props.title : undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The heading that had the focus goes when the thing has been read: its successor takes it.
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
    <article className="detail-page">
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
        {props.subtitle !== undefined && <div className="detail-subtitle">{props.subtitle}</div>}
        {props.facts !== undefined && <Facts facts={props.facts} />}
        {tabs.length > 1 && active !== undefined && (
          <Tabs
            className="detail-tabs"
            activeKey={active.key}
            items={tabs.map(({ key, label }) => ({ key, label }))}
            // Another tab has filters and a page of its own: only the tab stays in the address.
            onChange={(key) => void navigate({ to: pathname, search: { tab: key } })}
          />
        )}
      </header>
      <div className="detail-body">{active?.content}</div>
    </article>
  )
}
