import { z } from 'zod';
import { defineFields } from '#contract/entities/fields.ts';
import { resourceFields } from '#contract/entities/resources.ts';
import { Failure } from '#contract/errors.ts';
import { resourceInput } from '#contract/resources.ts';
import { api } from '#web/api/api.ts';
import { createEntityQueries } from '#web/components/entity/entity-queries.ts';
import { uploadFile } from './upload.ts';

/** Form of a resource: the record, and the file that is uploaded after it. */
export const resourceFormFields = defineFields({
  ...resourceFields,
  file: { kind: 'File', optional: true },
});
export const resourceFormSchema = resourceInput.extend({ file: z.instanceof(File).nullable() });
type Form = z.output<typeof resourceFormSchema>;

const getAll = async () => ({ items: await api.resources.getAll(), next: null });

/** Calls of the form and the list. The file is uploaded after its record was created. */
export const resourceQueries = createEntityQueries('resources', {
  getAll,
  get: async ({ params }: { params: { id: string } }) => {
    const resource = (await api.resources.getAll()).find(({ id }) => id === params.id);
    if (!resource) throw new Failure('notFound');
    return resource;
  },
  create: async ({ body: { file, ...body } }: { body: Form }) => {
    const made = await api.resources.create({ body });
    try {
      return file ? await uploadFile(made, file) : made;
    } catch (error) {
      // Deletes the record, so that the form, which keeps its input, can be sent again.
      await api.resources.remove({ params: { id: made.id } }).catch(() => undefined);
      throw error;
    }
  },
  update: async ({ params, body: { file, ...body } }: { params: { id: string }; body: Form }) => {
    const changed = await api.resources.update({ params, body });
    return file ? uploadFile(changed, file) : changed;
  },
  remove: api.resources.remove,
});
