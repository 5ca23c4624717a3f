import { ResetRequest } from './request.tsx';

/**
 * Shows the reset request. Open to signed-in visitors as well: the profile links here (R-ACC-01).
 */
export default function ForgotPage() {
  return <ResetRequest />;
}
