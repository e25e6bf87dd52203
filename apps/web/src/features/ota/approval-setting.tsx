import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'

const endpoint = 'GET /ota/api/v2/ota/setting'

/**
 * Whether staff from above need the company's approval to upgrade its gateways: only its own people decide.
 */
export function ApprovalSetting() {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_DEVICE_OTA_CAMPAIGN')
  const setting = useApi(endpoint, {}).data
  const edit = useAct('PUT /ota/api/v2/ota/setting', { refresh: [endpoint] })
  if (setting?.atHome !== true || !mayEdit) return null
  return (
    <Checkbox
      checked={setting.approval}
      disabled={edit.isPending}
      onChange={(event) => {
        void edit
          .mutateAsync({ approval: event.target.checked })
          .then(() => notify.success(t('ota.approvalSaved')))
      }}
    >
      {t('ota.approval')}
    </Checkbox>
  )
}
