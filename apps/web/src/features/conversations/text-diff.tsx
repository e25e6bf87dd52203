import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lineDiff } from './line-diff.ts'

const signs = { same: ' ', removed: '−', added: '+' } as const

/** What a text would change in the one before. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation()
  const lines = useMemo(() => lineDiff(before, after), [before, after])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <figure className="text-diff" tabIndex={0} aria-label={t('conversations.diff')}>
      {lines.map(({ change, text }, place) => (
        <div key={place} className={`text-diff-${change}`}>
          <span aria-hidden="true">{signs[change]}</span>
          {change !== 'same' && (
            <span className="visually-hidden">{t(`configurations.kinds.${change}`)}</span>
          )}
          <code>{text}</code>
        </div>
      ))}
    </figure>
  )
}
