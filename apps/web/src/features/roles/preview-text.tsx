import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import type { Preview } from './role.ts'

const shownCodes = 12

/** Who gains and loses what through a change, in words. */
export function PreviewText({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const many = (count: number, isCapped: boolean) => `${format.number(count)}${isCapped ? '+' : ''}`
  const { gains, losses, scope, holders, copies, copyHolders } = preview
  const nothing = gains.people === 0 && losses.people === 0 && (holders === 0 || scope === 'same')
  return (
    <div className="role-preview">
      <p>{t('roles.previewHolders', { people: many(holders, preview.holdersCapped) })}</p>
      {nothing && copyHolders === 0 && <p>{t('roles.previewNone')}</p>}
      {gains.people > 0 && (
        <Side
          title={t('roles.previewGain', { people: many(gains.people, gains.peopleCapped) })}
          side={gains}
        />
      )}
      {losses.people > 0 && (
        <Side
          title={t('roles.previewLose', { people: many(losses.people, losses.peopleCapped) })}
          side={losses}
          danger
        />
      )}
      {holders > 0 && scope === 'wider' && <p>{t('roles.previewWider')}</p>}
      {holders > 0 && scope === 'narrower' && <p>{t('roles.previewNarrower')}</p>}
      {holders > 0 && scope === 'other' && <p>{t('roles.previewOther')}</p>}
      {copies > 0 && (
        <p>
          {t('roles.previewCopies', {
            companies: format.number(copies),
            people: many(copyHolders, preview.copyHoldersCapped),
          })}
        </p>
      )}
    </div>
  )
}

function Side({ title, side, danger = false }: { title: string; side: Preview['gains']; danger?: boolean }) {
  const { t } = useTranslation()
  const codes = side.codes.filter(({ people }) => people > 0)
  return (
    <section className={danger ? 'role-preview-side role-preview-loss' : 'role-preview-side'}>
      <strong>{title}</strong>
      <ul>
        {codes.slice(0, shownCodes).map(({ code, people }) => (
          <li key={code}>
            {t('roles.previewCode', { name: t(`permissions.codes.${code}.name`), count: people })}
          </li>
        ))}
        {codes.length > shownCodes && <li>{t('common.andMore', { count: codes.length - shownCodes })}</li>}
      </ul>
      <small className="quiet">
        {t('roles.previewNames', { names: side.names.join(t('roles.listComma')) })}
        {side.people > side.names.length && ` ${t('roles.previewAndMore', { count: side.people })}`}
      </small>
    </section>
  )
}
