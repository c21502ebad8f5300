import java.io.FileInputStream;
import java.io.InputStream;

import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.VeraPDFFoundry;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** Judges files by one standard: a line for each that says PASS or FAIL, and below a failure the rules that are broken. */
public class Judge {
    private static final int RULES_TOLD = 10;

    public static void main(String[] words) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        VeraPDFFoundry foundry = Foundries.defaultInstance();
        PDFAFlavour standard = PDFAFlavour.byFlavourId(words[0]);
        boolean well = true;
        for (int i = 1; i < words.length; i++) {
            try (InputStream file = new FileInputStream(words[i]);
                    PDFAParser parser = foundry.createParser(file, standard);
                    PDFAValidator validator = foundry.createValidator(standard, false)) {
                ValidationResult result = validator.validate(parser);
                System.out.println((result.isCompliant() ? "PASS " : "FAIL ") + standard + " " + words[i]);
                if (!result.isCompliant()) {
                    well = false;
                    tell(result);
                }
            }
        }
        System.exit(well ? 0 : 1);
    }

    private static void tell(ValidationResult result) {
        int told = 0;
        for (TestAssertion rule : result.getTestAssertions()) {
            if (rule.getStatus() == TestAssertion.Status.FAILED && told++ < RULES_TOLD) {
                System.out.println("    " + rule.getRuleId().getClause() + "-" + rule.getRuleId().getTestNumber()
                        + " " + rule.getMessage());
            }
        }
    }
}
