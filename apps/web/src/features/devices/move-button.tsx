import type { DeviceRefusal } from '@netward/contract/states/device'
import { Button, type ButtonProps, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'

/**
 * A button that says why it does nothing. It stays in the order of focus, so that the keyboard and a screen reader
 * find the reason too.
 */
export function MoveButton({
  refusal,
  onClick,
  ...button
}: Omit<ButtonProps, 'onClick' | 'disabled'> & { refusal: DeviceRefusal | null; onClick: () => void }) {
  const { t } = useTranslation()
  if (refusal === null) return <Button {...button} onClick={onClick} />
  const reason = t(`devices.refusal.${refusal}`)
  const { danger: _danger, type: _type, ...plain } = button
  return (
    <Tooltip title={reason}>
      <Button {...plain} aria-disabled className="move-button-off" onClick={() => notify.info(reason)} />
    </Tooltip>
  )
}
