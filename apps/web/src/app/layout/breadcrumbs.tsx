import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entryOf, trailOf } from '../route-rules.ts'

export function Breadcrumbs() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const entry = entryOf(pathname)
  if (entry === undefined) return null
  // A group named like its page, such as the workbench, is shown only once.
  const trail = trailOf(entry).filter(({ title }, index, all) => title !== all[index + 1]?.title)
  return (
    <nav className="breadcrumbs" aria-label={t('shell.breadcrumbs')}>
      <ol>
        {trail.map((step, index) => (
          <li key={step.path}>
            {index === trail.length - 1 || step.path.includes('$') ? (
              <span aria-current="page">{t(step.title)}</span>
            ) : (
              <Link to={step.path} activeOptions={{ exact: true }}>
                {t(step.title)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
