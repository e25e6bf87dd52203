import type { EndpointOutput } from '@netward/contract'
import { dataModels } from '@netward/contract/template-values'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { SettingPath } from '../../ui/setting-path.tsx'

export type Found = Omit<
  EndpointOutput<'POST /api/v1/device/template/:templateId/preview'>,
  'items' | 'matching' | 'readable'
>

/** A version's effect on the compared gateways, in sentences; zero items are omitted. */
export function PreviewFound({ found }: { found: Found }) {
  const { t } = useTranslation()
  const { changing: devices, partlyRead, unread, secrets, impossible } = found
  const foreign = found.otherModel.filter((one) => one.foreign === one.entries)
  const same =
    found.compared -
    devices -
    unread -
    impossible -
    found.conflicting -
    foreign.reduce((sum, one) => sum + one.devices, 0)
  return (
    <>
      <Conflicts found={found} />
      <ul className="provisioning-found">
        {devices > 0 && (
          <li>
            <WouldChange found={found} />
          </li>
        )}
        {partlyRead > 0 && <li>{t('provisioning.preview.partlyRead', { devices: partlyRead })}</li>}
        {unread > 0 && <li>{t('provisioning.preview.unread', { devices: unread })}</li>}
        {impossible > 0 && <li>{t('provisioning.preview.impossible', { devices: impossible })}</li>}
        {secrets > 0 && <li>{t('provisioning.preview.secrets', { devices: secrets })}</li>}
        {devices === 0 && secrets === 0 && same > 0 && (
          <li>{t('provisioning.preview.same', { devices: same })}</li>
        )}
        {found.otherModel.map(({ root, devices: those, entries, foreign: others }) => (
          <li key={root}>
            {others === entries
              ? t('provisioning.preview.foreign', { devices: those, model: dataModels[root] })
              : t('provisioning.preview.partlyForeign', {
                  devices: those,
                  model: dataModels[root],
                  foreign: others,
                  entries,
                })}
          </li>
        ))}
        {found.compared === 0 && <li>{t('provisioning.preview.noGateway')}</li>}
      </ul>
    </>
  )
}

/** Reported before applying: it would stop every template of those gateways. */
function Conflicts({ found: { conflicting, conflicts, moreConflicts } }: { found: Found }) {
  const { t } = useTranslation()
  if (conflicting === 0) return null
  return (
    <Alert
      className="provisioning-conflicts"
      type="warning"
      showIcon
      title={t('provisioning.preview.conflicting', { devices: conflicting })}
      description={
        <>
          <p>{t('provisioning.preview.conflictingText')}</p>
          <ul className="provisioning-conflict-list">
            {conflicts.map(({ path, setting, templates, devices }) => (
              <li key={path || JSON.stringify(setting)}>
                <SettingPath path={path} setting={setting} />
                <div>
                  {t('provisioning.preview.conflict', {
                    templates: templates
                      .map((name) => name ?? t('provisioning.preview.templateBelow'))
                      .join(t('provisioning.preview.and')),
                    devices,
                  })}
                </div>
              </li>
            ))}
          </ul>
          {moreConflicts > 0 && <p>{t('provisioning.preview.moreConflicts', { count: moreConflicts })}</p>}
        </>
      }
    />
  )
}

function WouldChange({ found: { changing: devices, parameters, objects } }: { found: Found }) {
  const { t } = useTranslation()
  if (objects === 0) return t('provisioning.preview.changingValues', { devices, parameters })
  if (parameters === 0) return t('provisioning.preview.changingObjects', { devices, objects })
  return t('provisioning.preview.changing', { devices, parameters, objects })
}
