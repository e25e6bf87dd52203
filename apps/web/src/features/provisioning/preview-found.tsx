import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'

export type Found = Omit<
  EndpointOutput<'POST /api/v1/device/template/:templateId/preview'>,
  'items' | 'matching'
>

/** What a version would do to the gateways that it was compared with, in sentences that leave out what is none. */
export function PreviewFound({ found }: { found: Found }) {
  const { t } = useTranslation()
  const { changing: devices, partlyRead, unread, secrets, impossible } = found
  const same = found.compared - devices - unread - impossible
  return (
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
      {found.compared === 0 && <li>{t('provisioning.preview.noGateway')}</li>}
    </ul>
  )
}

function WouldChange({ found: { changing: devices, parameters, objects } }: { found: Found }) {
  const { t } = useTranslation()
  if (objects === 0) return t('provisioning.preview.changingValues', { devices, parameters })
  if (parameters === 0) return t('provisioning.preview.changingObjects', { devices, objects })
  return t('provisioning.preview.changing', { devices, parameters, objects })
}
