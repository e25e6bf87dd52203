import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { PendingState } from '../../ui/states.tsx'

/** What a version would change, by what is known of the gateways. */
export function TemplatePreview({ templateId, version }: { templateId: string; version: number }) {
  const { t } = useTranslation()
  const read = useApi('POST /api/v1/device/template/:templateId/preview', { templateId, version })
  const preview = read.data
  return (
    <section>
      {preview === undefined && <PendingState read={read} />}
      {preview !== undefined && (
        <>
          <p>
            {preview.changing === 0
              ? t('provisioning.preview.nothing')
              : t('provisioning.preview.changing', {
                  devices: preview.changing,
                  parameters: preview.parameters,
                  objects: preview.objects,
                })}
          </p>
          <p className="provisioning-hint">
            {t('provisioning.preview.compared', { matching: preview.matching, compared: preview.compared })}
            {preview.unclear > 0 && ` · ${t('provisioning.preview.unclear', { count: preview.unclear })}`}
          </p>
          <ul className="provisioning-changes">
            {preview.items.map((item) => (
              <li key={item.deviceId}>
                <RowLink to={paths.smartCpe(item.deviceId)}>{item.name}</RowLink>
                {item.objects > 0 && <div>{t('provisioning.preview.objects', { count: item.objects })}</div>}
                {item.differences.map(({ path, actual, desired, secret }) => (
                  <div key={path} className="mono">
                    {path}:{' '}
                    {secret
                      ? t('provisioning.device.secret')
                      : `${actual ?? t('provisioning.device.unknown')} → ${desired ?? ''}`}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
