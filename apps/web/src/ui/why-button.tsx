import { Button, type ButtonProps, Tooltip } from 'antd'
import { notify } from '../lib/notify.ts'
import './why-button.css'

/**
 * A button that explains why it is inactive; `reason` null: it works. It stays focusable, so that keyboard
 * and screen reader users find the reason.
 */
export function WhyButton({
  reason,
  onClick,
  ...button
}: Omit<ButtonProps, 'onClick' | 'disabled'> & { reason: string | null; onClick: () => void }) {
  if (reason === null) return <Button {...button} onClick={onClick} />
  const { danger: _danger, type, ...plain } = button
  return (
    <Tooltip title={reason}>
      <Button
        {...plain}
        {...(type === 'link' && { type: 'text' })}
        aria-disabled
        className="why-button"
        onClick={() => notify.info(reason)}
      />
    </Tooltip>
  )
}
