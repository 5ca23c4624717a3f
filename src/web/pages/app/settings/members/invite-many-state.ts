import type { Api } from '#contract/api-client.ts';

export type InvitationResults = Awaited<ReturnType<Api['invitations']['inviteMany']>>;

/** Input and results of the list of people to invite. */
export type InviteManyState = { text: string; isBusy: boolean; results: InvitationResults | null };
export type InviteManyProps = {
  state: InviteManyState;
  onChange: (state: InviteManyState) => void;
};

export const noAddresses: InviteManyState = { text: '', isBusy: false, results: null };

/** Id of the form, which the buttons in the panel's footer name. */
export const inviteManyForm = 'invite-many';
