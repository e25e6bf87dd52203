import type { ReactNode } from 'react'

/** Our own line icons, needed before the icon library has loaded. */
const shapes = {
  success: <path d="M5 12.5 10 17l9-10" />,
  error: <path d="M12 7v6m0 3.5v.5M12 3l9.5 17h-19z" />,
  info: <path d="M12 11v6m0-9.5V7M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  sun: (
    <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.5 1.5m11 11L19 19M5 19l1.5-1.5m11-11L19 5" />
  ),
  moon: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />,
  language: <path d="M3 6h10M8 3v3c0 5-3 8-5 9m2-5c1 3 4 5 7 6m0 4 4.5-11L21 20m-7.5-3.5h6" />,
  eye: <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" />,
  eyeOff: (
    <path d="M4 4l16 16M10 5.3A9.5 9.5 0 0 1 12 5c6.5 0 10 7 10 7a17 17 0 0 1-3 3.8M6.5 6.8A16.5 16.5 0 0 0 2 12s3.5 7 10 7c1.7 0 3.2-.5 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2" />
  ),
} satisfies Record<string, ReactNode>

export function Glyph({ name, size = 16 }: { name: keyof typeof shapes; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}
