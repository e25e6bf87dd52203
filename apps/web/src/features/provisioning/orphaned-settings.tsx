import { useTranslation } from 'react-i18next'
import { settingWords } from '../../lib/setting-words.ts'
import { useApi } from '../../lib/use-api.ts'
import { namedOnlyIn, templateDetail } from './template.ts'

/** Present only in the applied version: another version does not revert it. */
export function OrphanedSettings({ templateId, version }: { templateId: string; version: number }) {
  const { t } = useTranslation()
  const other = useApi(templateDetail, { templateId, version }).data
  const number = other?.appliedVersion ?? null
  const applied = useApi(
    templateDetail,
    { templateId, version: number ?? version },
    { enabled: number !== null && number !== version },
  ).data
  if (other === undefined || applied === undefined || number === null || number === version) return null
  const names = namedOnlyIn(applied.version.content, other.version.content, (setting) =>
    settingWords(t, setting),
  )
  if (names.length === 0) return null
  return (
    <section>
      <p>{t('provisioning.versions.staying', { number })}</p>
      <ul className="provisioning-staying mono">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}
